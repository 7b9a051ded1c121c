"""What a learner is told for each reason code: in words to act on, in full on samples, without values on others."""

import pytest
from support.folders import copy_of

from grader.judge import Judge
from grader.problem.folder import load_problem
from grader.report.content import submit_report
from grader.report.text import render

pytestmark = pytest.mark.kernel

SOURCE = """
import random
import numpy as np


def centre(x, scale=2.0):
    right = (x - np.mean(x, axis=-1, keepdims=True)) / scale
    if not ({when}):
        return right
    {body}
"""
FAULTS = {
    "a list": "return right.tolist()",
    "a tuple with what else was computed": "return right, {'mean': x.mean()}",
    "a matrix": "return np.asmatrix(right)",
    "a masked array": "return np.ma.array(right)",
    "float32": "return right.astype(np.float32)",
    "an integer result": "return right.astype(int)",
    "truth values": "return right > 0",
    "an extra axis": "return right[np.newaxis]",
    "a squeezed axis": "return right[0]",
    "one number": "return float(right.sum())",
    "nan": "return right * np.nan",
    "infinity": "return right / 0.0",
    "none": "right = None",
    "text": "return str(right)",
    "a wrong value": "return right + 1.0",
    "almost right": "return right * (1 + 1e-9)",
    "rounded": "return np.round(right, 3)",
    "an exception": "return right[99]",
    "no such name": "return rihgt",
    "a file": "return open('/etc/passwd')",
    "changed in place": "x -= np.mean(x, axis=-1, keepdims=True); return x / scale",
    "changed in place after the result is made": "x[...] = 0; return right",
    "another answer each time": "return right * (1 + 1e-14 * random.choice([-1, 1]))",
}
WHERE = {
    "everywhere": "True",
    "in hidden cases only": "x.size > 3",
}
# Two equal calls in one case, twenty times: a fair coin falls on both sides.
EQUAL_CALLS = """
    for number in range(20):
        yield Seq(f"twice_{number}", group="calls", calls=[{"x": x + number}, {"x": x + number}], why="equal calls")
"""


@pytest.fixture(scope="module")
def judge(tmp_path_factory):
    folder = copy_of("centre", tmp_path_factory.mktemp("problems"))
    with (folder / "cases.py").open("a") as file:
        file.write(EQUAL_CALLS)
    with Judge(load_problem(folder), cache_dir=tmp_path_factory.mktemp("cache")) as made:
        yield made


def told(result):
    """What is said, without what is said of each of many cases again."""
    kinds = {}
    for case in result.cases:
        if case.message is not None:
            key = (
                case.visibility == "sample",
                case.reason,
                case.message.removeprefix("call 1 of 2: "),
            )
            kinds.setdefault(key, case.name)
    return {
        "verdict": str(result.verdict),
        "headline": result.message,
        "samples": [m for sample, _, m in kinds if sample],
        "others": sorted({m for sample, _, m in kinds if not sample and not m.startswith("call ")}),
        "reasons": sorted({reason for _, reason, _ in kinds if reason}),
        "counterexample": result.counterexample and result.counterexample.message,
        "diagnosis": [d.message for d in result.diagnosis],
        "warnings": [f"{w.code}: {w.message}" for w in result.warnings],
    }


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_message_says_what_to_do(fault, where, judge, snapshot):
    source = SOURCE.format(when=WHERE[where], body=FAULTS[fault])
    assert told(judge.grade(source.encode(), path="solution.py")) == snapshot


@pytest.mark.parametrize("fault", ["a tuple with what else was computed", "a squeezed axis", "nan", "none"])
def test_the_report_says_so_at_the_top(fault, judge):
    result = judge.grade(SOURCE.format(when="True", body=FAULTS[fault]).encode(), path="solution.py")
    report = " ".join(render(submit_report(result)).split())
    first = next(case for case in result.cases if case.message)
    assert " ".join(first.message.split())[:40] in report
