"""Long lists are compared all at once, with the result that each element by itself gives."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.comparator import rows
from grader.comparator.check import check, rule_for

floats = st.floats(width=32) | st.sampled_from([0.0, -0.0, 1e308, -1e308, math.inf, -math.inf, math.nan])
ANY = rule_for(None)


def slowly(got, want, tolerance, rule=ANY):
    """Compare element by element."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("grader.comparator.check.suspicious", lambda *_: None)
        return check(got, want, tolerance, rule)


@st.composite
def pairs(draw):
    kind = draw(st.sampled_from(["float", "int", "bool", "mixed"]))
    element = {
        "float": floats,
        "int": st.integers(-5, 5) | st.just(2**70),
        "bool": st.booleans(),
        "mixed": floats | st.integers() | st.none() | st.text(max_size=2),
    }[kind]
    want = draw(st.lists(element, min_size=30, max_size=40))
    got = list(want)
    for _ in range(draw(st.integers(0, 3))):
        odd = element | st.sampled_from([0, 10**400, True, "x", None, 1j]) | floats
        got[draw(st.integers(0, len(got) - 1))] = draw(odd)
    if draw(st.booleans()):
        got = got[: draw(st.integers(0, len(got)))] if draw(st.booleans()) else [*got, *got[:3]]
    per = [1e-3 if isinstance(w, float) else None for w in want]
    tolerance = draw(st.sampled_from([None, per]))
    if draw(st.booleans()):  # rows of three
        got, want = ([v[i : i + 3] for i in range(0, len(v), 3)] * 4 for v in (got, want))
        tolerance = tolerance and [per[i : i + 3] for i in range(0, len(per), 3)] * 4
    return got, want, tolerance


@given(pairs(), st.sampled_from(["list", "tuple", None]))
def test_all_at_once_is_as_one_by_one(pair, returns):
    got, want, tolerance = pair
    rule = rule_for(returns)
    assert check(got, want, tolerance, rule) == slowly(got, want, tolerance, rule)
    assert check(tuple(got), want, tolerance, rule) == slowly(tuple(got), want, tolerance, rule)


def test_the_short_way_is_taken():
    want = [float(i) for i in range(100)]
    assert rows.suspicious(list(range(100)), want, [1e-9] * 100) == []
    assert rows.suspicious([*want[:7], math.nan, *want[8:90], 0.0], want, None) == [7, 90]
    assert rows.suspicious([[w] for w in want], [[w] for w in want], None) == []
    changed = [[w, w] for w in want]
    changed[40][1] = 0.0
    assert rows.suspicious(changed, [[w, w] for w in want], None) == [40]
    assert rows.suspicious([True] * 50, [True] * 49 + [False], [None] * 50) == [49]


def test_a_million_numbers_are_right():
    want = np.arange(1e6).tolist()
    assert check([0, *want[1:]], want, [1e-9] * 10**6).ok
    assert check(want[:-1], want).reason == "shape"
