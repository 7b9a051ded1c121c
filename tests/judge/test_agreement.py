import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from support.cases import bank_case, returned

from grader.judge.agreement import nondeterministic, repeats
from grader.outcomes.outcome import Outcome
from grader.result import Verdict
from grader.runner.wire import LaidArray, UnsupportedValue


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
        ({"a": np.ones(3)}, {"a": np.ones(3)}, False),
        ({"a": np.ones(3)}, {"a": np.zeros(3)}, True),
        ({"a": 1}, {"b": 1}, True),
        ({"a": [np.ones(2), {"b": np.ones(2)}]}, {"a": [np.ones(2), {"b": np.ones(2)}]}, False),
        (complex("nan"), complex("nan"), False),
        (1 + 2j, 1 + 3j, True),
        (np.array([1j, complex("nan")]), np.array([1j, complex("nan")]), False),
        ([float("nan")] * 50, [float("nan")] * 50, False),
        ([1.0] * 50, [*[1.0] * 49, 1.0 + 4e-16], False),
        ([1e9, *[1.0] * 49], [1e9, *[1.0] * 48, 1.0 + 1e-12], True),
        ([1] * 50, [1.0] * 50, True),
        ([1] * 50, [*[1] * 49, 2], True),
        (1, True, True),
        (UnsupportedValue("a `set`"), UnsupportedValue("a `set`"), False),
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


arrays = st.sampled_from(["?", "i1", "i8", "u8", "f2", "f4", "f8", "g", "c8", "c16", "G"]).flatmap(
    lambda dtype: hnp.arrays(dtype, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3))
)
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text()
    | st.binary()
    | arrays
)
values = st.recursive(
    leaves
    | st.just(UnsupportedValue("a `set`"))
    | st.lists(st.floats() | st.integers(), min_size=30, max_size=40),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(), inner)
    ),
    max_leaves=10,
)


@given(values)
def test_every_value_agrees_with_itself(value):
    assert not nondeterministic([outcome(value), outcome(copy.deepcopy(value))])


@given(values, values)
def test_any_two_values_can_be_compared(first, second):
    told = [
        nondeterministic([outcome(first), outcome(second)]),
        nondeterministic([outcome(second), outcome(first)]),
    ]
    assert set(told) <= {True, False}


@pytest.mark.parametrize(
    ("first", "second", "equal"),
    [
        ([np.arange(5000.0)], [np.r_[np.arange(4999.0), 0]], False),
        ([np.arange(5000.0)], [np.arange(5000.0)], True),
        ([1], [1.0], False),
        ([0.0], [-0.0], False),
        ([True], [1], False),
        ((1,), [1], False),
        (LaidArray(np.ones(2)), LaidArray(np.ones(2), "F"), False),
        ({"a": [1]}, {"a": [1]}, True),
    ],
)
def test_calls_are_equal_if_nothing_tells_them_apart(first, second, equal):
    cases = [bank_case(steps=({"x": x},), wants=(1.0,)) for x in (first, second)]
    assert repeats(cases) == ([[(0, 0), (1, 0)]] if equal else [])
