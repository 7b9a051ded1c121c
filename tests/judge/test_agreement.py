import numpy as np
import pytest
from support.cases import bank_case, returned

from grader.judge.agreement import nondeterministic
from grader.result import Verdict
from grader.verdict.outcome import Outcome


def outcome(*got, verdict=Verdict.AC, steps=None):
    case = bank_case(steps=steps or ({"x": np.arange(3.0)},) * len(got), wants=got)
    return Outcome(case, returned(*got), verdict)


@pytest.mark.parametrize(
    ("first", "second", "unequal"),
    [
        (np.array([1.0, 2.0]), np.array([1.0, 2.0]), False),
        (np.array([1.0, 2.0]), np.array([1.0, 2.0 + 4e-16]), False),
        (np.array([1.0, 2.0]), np.array([1.0, 2.0 + 1e-12]), True),
        (np.array([1.0, np.nan]), np.array([1.0, np.nan]), False),
        (np.array([1.0, np.inf]), np.array([1.0, 2.0]), True),
        (np.array([1, 2]), np.array([1, 3]), True),
        (1.0, 1.0, False),
        (1.0, 2.0, True),
        ((1, "a"), (1, "b"), True),
        ([1, 2], [1, 2], False),
    ],
)
def test_equal_calls_are_compared_with_a_little_slack(first, second, unequal):
    assert nondeterministic([outcome(first), outcome(second)]) is unequal
    assert nondeterministic([outcome(first, second)]) is unequal


def test_unequal_calls_may_differ():
    a = outcome(np.ones(2), steps=({"x": np.arange(3.0)},))
    b = outcome(np.zeros(2), steps=({"x": np.arange(4.0)},))
    assert not nondeterministic([a, b])


def test_a_wrong_answer_needs_no_warning():
    assert not nondeterministic([outcome(np.ones(2)), outcome(np.zeros(2), verdict=Verdict.WA)])
