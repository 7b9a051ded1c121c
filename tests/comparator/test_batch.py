import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.comparator.batch import BatchComparator, all_right
from grader.comparator.check import check

ELEMENTS = [0.0, -0.0, 1.0, 1.0 + 1e-12, 1.5, np.nan, np.inf, -np.inf, 1e308, -1e308]
WANTS = [
    np.array([1.0, 2.0]),
    3.0,
    np.zeros((0, 2)),
    np.array(1.0),
    {"a": np.array([1, 2])},
    np.array([np.nan, 1.0]),
]
TOLERANCES = [np.full(2, 1e-9), 1e-9, np.zeros((0, 2)), np.array(1e-9), {"a": None}, np.array([0.0, 1e-9])]


def test_a_sheet_takes_results_of_any_kind():
    sheet = BatchComparator(WANTS, TOLERANCES)
    assert sheet.all_right(WANTS)
    assert sheet.all_right([np.array([1.0, 2.0 + 1e-10]), *WANTS[1:]])


@pytest.mark.parametrize("index", range(len(WANTS)))
@pytest.mark.parametrize(
    "wrong", [None, np.array([1.0, 3.0]), np.zeros((0, 3)), np.array([1.0, 2.0], dtype=np.float32), "x"]
)
def test_one_wrong_result_is_seen_and_leaves_no_trace(index, wrong):
    sheet = BatchComparator(WANTS, TOLERANCES)
    assert not sheet.all_right([*WANTS[:index], wrong, *WANTS[index + 1 :]])
    assert sheet.all_right(WANTS)


def test_a_result_too_few_is_not_right():
    assert not BatchComparator(WANTS, TOLERANCES).all_right(WANTS[:-1])
    assert all_right([], [], [])


@given(
    st.lists(
        st.tuples(*[st.lists(st.sampled_from(ELEMENTS), min_size=n, max_size=n) for n in (2, 2)]), max_size=6
    )
)
def test_a_sheet_says_what_checks_say(pairs):
    gots, wants = [np.array(g) for g, _ in pairs], [np.array(w) for _, w in pairs]
    tolerances = [np.full(2, 1e-10)] * len(pairs)
    each = [check(g, w, t).ok for g, w, t in zip(gots, wants, tolerances, strict=True)]
    assert all_right(gots, wants, tolerances) == all(each)
