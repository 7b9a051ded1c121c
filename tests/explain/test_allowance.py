"""What an explanation may use, on a clock that the test sets."""

from types import SimpleNamespace

import pytest

from grader.explain.allowance import WALL_S, Allowance, OutOfTimeError, run_time_s
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call

CALL = Call(((),))
RESULT = RunResult(0, Status.RETURNED)


def allowance(*, takes_s, **options):
    """Return an allowance whose runs take so long, and what each of them was given."""
    now, given = SimpleNamespace(s=0.0), []

    def run_one(call, *, wall_s):
        given.append(wall_s)
        now.s += min(takes_s, wall_s)
        return RESULT

    return Allowance(run_one, clock=lambda: now.s, **options), given


def spend(made):
    runs = 0
    while runs < 10_000:
        try:
            assert made.run(CALL) is RESULT
        except OutOfTimeError as error:
            return runs, str(error)
        runs += 1
    return runs, ""


def test_quick_runs_are_bounded_by_wall_time_alone():
    made, given = allowance(takes_s=0.01, run_s=0.01)
    runs, why = spend(made)
    assert runs == pytest.approx(WALL_S / 0.01, abs=2)
    assert why == f"it had taken {WALL_S:g} s"
    assert given == sorted(given, reverse=True)


@pytest.mark.parametrize(("run_s", "runs"), [(0.5, 10), (1.5, 3), (4.9, 1), (5.1, 0), (40.0, 0)])
def test_slow_runs_are_as_many_as_fit_into_a_few_seconds(run_s, runs):
    made, given = allowance(takes_s=run_s, run_s=run_s)
    assert spend(made) == (runs, f"one run of this submission takes {run_s:.2g} s")
    assert len(given) == runs


def test_a_run_that_was_cut_off_says_nothing():
    made, _ = allowance(takes_s=100.0)
    assert spend(made) == (0, f"it had taken {WALL_S:g} s")


@pytest.mark.parametrize("left_s", [3.0, 0.0, -5.0])
def test_no_more_is_spent_than_the_submission_has_left(left_s):
    made, given = allowance(takes_s=1.0, wall_s=left_s)
    spend(made)
    assert sum(1 for _ in given) == max(left_s, 0)


def test_a_run_takes_an_import_and_a_failing_call():
    def outcome(wall_s, *, right):
        return SimpleNamespace(right=right, run=SimpleNamespace(wall_s=wall_s))

    assert run_time_s(2.0, [outcome(9.0, right=True), outcome(0.5, right=False)]) == 2.5
    assert run_time_s(2.0, []) == 2.0
