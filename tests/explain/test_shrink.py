"""The smallest failing input: the same each time, within its budget, in as many questions as it says."""

import itertools
import subprocess
import sys

import numpy as np
import pytest
from support.folders import PROBLEMS, copy_of, edit

from grader.bank.build import build_bank
from grader.errors import ProblemError
from grader.explain.shrink import Shrunk, smallest
from grader.problem.folder import load_problem
from grader.runner.wire import encode_value


@pytest.fixture(scope="module")
def centre():
    return load_problem(PROBLEMS / "centre")


def plain(args):
    return {name: getattr(value, "array", value) for name, value in args.items()}


def key(case):
    return encode_value([plain(args) for args in case.calls])


class Wrong:
    """A submission that takes the mean of the whole array; counts how often it is asked."""

    def __init__(self, problem):
        self.reference = problem.reference
        self.asked = []

    def __call__(self, case):
        self.asked.append(key(case))
        return any(self.differs(**plain(args)) for args in case.calls)

    def differs(self, x, scale=2.0):
        return not np.allclose((x - np.mean(x)) / scale, self.reference(x, scale))


def test_the_smallest_input_that_shows_a_whole_mean_has_two_rows_of_one(centre):
    found = smallest(centre, "rows", 0, Wrong(centre))
    assert {name: value.tolist() for name, value in found.case.args.items()} == {"x": [[0.0], [1.0]]}
    assert found.case.group == "rows"
    assert found.cut_short == ""


def test_the_same_seed_asks_the_same_questions(centre):
    first, second, other = Wrong(centre), Wrong(centre), Wrong(centre)
    found = [smallest(centre, "rows", seed, wrong) for seed, wrong in ((0, first), (0, second), (1, other))]
    assert first.asked == second.asked
    assert first.asked != other.asked
    assert key(found[0].case) == key(found[1].case)
    assert len(set(first.asked)) == len(first.asked) == found[0].calls  # nothing is asked twice


@pytest.mark.parametrize("calls", [1, 5, 20])
def test_the_budget_counts_questions(centre, calls):
    wrong = Wrong(centre)
    found = smallest(centre, "rows", 0, wrong, calls=calls)
    assert len(wrong.asked) <= calls
    assert found is None or (found.calls == len(wrong.asked) and Wrong(centre)(found.case))


def test_a_smaller_budget_stands_where_a_larger_one_stood_then(centre):
    whole, part = Wrong(centre), Wrong(centre)
    smallest(centre, "rows", 0, whole)
    found = smallest(centre, "rows", 0, part, calls=25)
    assert part.asked == whole.asked[:25]
    assert key(found.case) in part.asked


def test_nothing_interesting_is_nothing_found(centre):
    asked = []
    assert smallest(centre, "rows", 0, asked.append, calls=30) is None
    assert len(asked) == 30


def test_the_search_meets_the_cases_of_the_bank(centre):
    for name in ("rows-g004", "calls-g002"):
        wanted = next(c for c in build_bank(centre, 7).cases if c.name == name)
        target = encode_value([dict(step) for step in wanted.steps])
        group = name.partition("-")[0]
        found = smallest(centre, group, 7, lambda case, t=target: key(case) == t, calls=40)
        assert key(found.case) == target
        found = smallest(centre, group, 7, lambda case, t=target: key(case) == t, calls=4, first=[name])
        assert key(found.case) == target


def test_a_sequence_shrinks_too(centre):
    found = smallest(centre, "calls", 0, Wrong(centre))
    assert [args["x"].tolist() for args in found.case.calls] == [[[0.0], [0.0]], [[0.0], [1.0]]]
    assert not found.case.reuse


def test_a_strategy_may_say_that_it_does_not_shrink(centre):
    assert smallest(centre, "layouts", 0, lambda case: pytest.fail("it was asked")) is None


def test_time_is_a_backstop_that_is_reported(centre):
    ticks = itertools.count()
    wrong = Wrong(centre)
    found = smallest(centre, "rows", 0, wrong, wall_s=12.0, clock=lambda: float(next(ticks)))
    assert isinstance(found, Shrunk)
    assert found.cut_short == "the search for a smaller input stopped after 12 s"
    assert found.calls == len(wrong.asked) == 11
    assert key(found.case) in wrong.asked


def test_answers_that_change_do_not_stop_the_search(centre):
    answers = itertools.cycle([True, False])
    found = smallest(centre, "rows", 0, lambda case: next(answers), calls=40)
    assert found is not None


def test_a_failing_judge_ends_the_search(centre):
    def fails(case):
        raise RuntimeError("the sandbox is gone")

    with pytest.raises(RuntimeError, match="the sandbox is gone"):
        smallest(centre, "rows", 0, fails)


def test_a_strategy_that_fails_in_the_search_is_the_authors_fault(tmp_path):
    folder = copy_of("hypotenuse", tmp_path)
    edit(
        folder / "strategies.py",
        "side = st.floats(0.015625, 100.0)",
        "side = st.floats(0.5, 9.0).map(lambda v: 1 / 0)",
    )
    with pytest.raises(
        ProblemError, match=r"strategies.py: plain: line 5: ZeroDivisionError: division by zero"
    ):
        smallest(load_problem(folder), "plain", 0, lambda case: True)


def test_the_judge_does_not_load_hypothesis():
    script = (
        "import sys; from grader.problem.folder import load_problem; from grader.explain.shrink import smallest\n"
        "found = smallest(load_problem(sys.argv[1]), 'plain', 0, lambda case: case.args['a'] > 5)\n"
        "print(found.case.args, 'hypothesis' in sys.modules)"
    )
    command = [sys.executable, "-c", script, PROBLEMS / "hypotenuse"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "{'a': 6.0, 'b': 1.0} False\n"
