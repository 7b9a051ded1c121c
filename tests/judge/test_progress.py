"""What is told while a submission is graded is what the result says in the end."""

import time
from pathlib import Path

import numpy as np
import pytest
from support.memory_runner import MemoryRunner

from grader.errors import JudgeFault
from grader.judge import Judge
from grader.judge.progress import GROUP_CASES, StreamingEvaluator
from grader.problem.folder import load_problem
from grader.result import Verdict
from grader.runner.status import RunResult, Status

ROOT = Path(__file__).resolve().parents[2]
CENTRE = ROOT / "tests" / "support" / "problems" / "centre"
RIGHT = (CENTRE / "reference.py").read_bytes()
SUBMISSIONS = {
    "right": RIGHT,
    "wrong everywhere": RIGHT.replace(b"/ scale", b"* scale"),
    "wrong in places": RIGHT.replace(b"keepdims=True)", b"keepdims=True) + (x.ndim > 2)"),
    "raises": RIGHT.replace(b"    return", b"    if x.ndim > 2: raise ValueError('no')\n    return"),
    "does not compile": b"def centre(",
    "is empty": b"",
}


@pytest.fixture(scope="module")
def problem():
    return load_problem(CENTRE)


@pytest.fixture
def judge(problem, cache):
    with Judge(problem, runner=MemoryRunner("centre"), cache_dir=cache) as made:
        yield made


@pytest.mark.parametrize("source", SUBMISSIONS.values(), ids=SUBMISSIONS)
@pytest.mark.parametrize(
    "how", [{}, {"samples_only": True}, {"show_hidden": True}], ids=["all", "samples", "shown"]
)
def test_the_cases_and_the_verdict_that_are_told_are_those_of_the_result(judge, source, how):
    told, verdicts = [], []
    watched = judge.grade(source, on_case=told.append, on_verdict=lambda *v: verdicts.append(v), **how)
    assert tuple(told) == watched.cases
    assert verdicts == [(watched.verdict, watched.score)]
    alone = judge.grade(source, **how)
    moment = {"wall_s", "cpu_s"}
    assert watched.model_dump(exclude={"resources"}) == alone.model_dump(exclude={"resources"})
    assert [c.model_dump(exclude=moment) for c in told] == [c.model_dump(exclude=moment) for c in alone.cases]


def test_the_verdict_is_told_after_the_cases_and_before_the_explanation(judge, monkeypatch):
    order = []
    explained = Judge._explained
    monkeypatch.setattr(
        Judge, "_explained", lambda *a, **k: (order.append("explained"), explained(*a, **k))[1]
    )
    judge.grade(
        SUBMISSIONS["wrong everywhere"],
        on_case=lambda _: order.append("case"),
        on_verdict=lambda *_: order.append("verdict"),
    )
    assert order == ["case"] * len(judge.bank.cases) + ["verdict", "explained"]


def test_a_judge_that_fails_tells_no_verdict_of_the_submission(problem, cache):
    verdicts = []
    runner = MemoryRunner("centre", fault=JudgeFault("gone"))
    with Judge(problem, runner=runner, cache_dir=cache) as judge:
        result = judge.grade(RIGHT, on_case=lambda _: None, on_verdict=lambda *v: verdicts.append(v))
    assert result.verdict == Verdict.JE
    assert verdicts == []


class Script:
    """A run whose results come one by one, with silence where `silent` says so."""

    def __init__(self, judge, *, silent=(), results=None):
        self.results = list(judge._spawner.run(RIGHT)) if results is None else results
        self.silent = silent
        self.given = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.given == len(self.results):
            raise StopIteration
        self.given += 1
        return self.results[self.given - 1]

    def wait(self, longest_s):
        return self.given not in self.silent


@pytest.mark.parametrize("silent", [(), {1}, {1, 2, 3}, {15, 16, 17}, set(range(100))])
def test_what_has_come_is_told_when_the_next_keeps_it_waiting(judge, silent):
    panel = StreamingEvaluator(judge.bank.cases, judge._standard)
    run = Script(judge, silent=silent)
    at = []
    outcomes = panel.judge(run, range(len(judge.bank.cases)), lambda _: at.append(run.given))
    assert all(o.right for o in outcomes)
    assert [o.case for o in outcomes] == list(judge.bank.cases)
    count = len(outcomes)
    told_at = sorted({*range(GROUP_CASES, count, GROUP_CASES), count, *(s for s in silent if s <= count)})
    assert at == [next(t for t in told_at if t > number) for number in range(count)]


def _other(results):
    return [RunResult(5, Status.RETURNED, values=(np.zeros(3),)), *results[1:]]


@pytest.mark.parametrize("overwrite_results", [lambda r: r[:-1], lambda r: [*r, r[-1]], _other, lambda _: []])
def test_other_results_than_those_that_were_asked_for_are_a_fault(judge, overwrite_results):
    results = overwrite_results(list(judge._spawner.run(RIGHT)))
    panel = StreamingEvaluator(judge.bank.cases, judge._standard)
    with pytest.raises(JudgeFault):
        panel.judge(Script(judge, results=results), range(len(judge.bank.cases)), lambda _: None)


@pytest.mark.kernel
def test_cases_are_told_while_a_slow_call_is_waited_for(problem, cache):
    """The third call sleeps. A machine that stands still meanwhile shows nothing, so there are several tries."""
    slow = RIGHT.replace(
        b"    return",
        b"    import time\n    centre.calls = getattr(centre, 'calls', 0) + 1\n"
        b"    time.sleep(0.5 if centre.calls == 3 else 0.002)\n    return",
    )
    times = []
    with Judge(problem, cache_dir=cache) as judge:
        for _ in range(20):
            times.clear()
            assert judge.grade(slow, on_case=lambda _: times.append(time.monotonic())).verdict == Verdict.AC
            if times[2] - times[1] > 0.25:
                return
    pytest.fail("no case was told before the slow one had ended")
