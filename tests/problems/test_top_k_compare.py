"""The comparison of top_k_indices: what is right, what is not, and that it has an answer for any value."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.comparator.custom import ask
from grader.problem.folder import load_problem

PROBLEM = load_problem(Path(__file__).resolve().parents[2] / "problems" / "top_k_indices")
X = np.array([[5.0, 1.0, 5.0, -np.inf], [0.0, -0.0, 3.0, 2.0]])
ARGS = {"x": X, "k": 3}
WANT = PROBLEM.reference(X, 3)


def said(got, want=WANT, args=ARGS):
    return PROBLEM.compare(got, want, args)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint64"])
@pytest.mark.parametrize(
    "got", [[[0, 2, 1], [2, 3, 0]], [[2, 0, 1], [2, 3, 0]], [[0, 2, 1], [2, 3, 1]], [[2, 0, 1], [2, 3, 1]]]
)
def test_any_choice_among_equal_entries_is_right(got, dtype):
    assert said(np.array(got, dtype=dtype)) is None


@pytest.mark.parametrize(
    ("got", "why"),
    [
        (None, "returned None: is a `return` missing?"),
        ([[0, 2, 1], [2, 3, 0]], "returned a list, want an array of integers"),
        (2, "returned an int, want an array of integers"),
        (np.array([[0.0, 2.0, 1.0], [2.0, 3.0, 0.0]]), "returned an array of float64"),
        (np.ones((2, 3), dtype=bool), "returned an array of bool"),
        (np.array([0, 2, 1]), "shape (3,), want (2, 3)"),
        (np.array([[0, 2, 1], [2, 3, 4]]), "result[1, 2] is not an index from 0 to 3"),
        (np.array([[0, 2, -3], [2, 3, 0]]), "result[0, 2] is not an index"),
        (np.array([[0, 2, 1], [2, 3, 2**64 - 1]], dtype=np.uint64), "result[1, 2] is not an index"),
        (np.array([[0, 0, 2], [2, 3, 0]]), "an index stands twice in result[0]"),
        (np.array([[0, 2, 3], [2, 3, 0]]), "other entries than the k largest in result[0]"),
        (np.array([[0, 2, 1], [3, 2, 0]]), "not the largest first, in result[1]"),
    ],
)
def test_what_is_wrong_is_said(got, why):
    assert why in said(got)


def test_of_one_row_no_number_is_told():
    x = np.array([1.0, 2.0])
    assert said(np.array([0]), np.array([1]), {"x": x, "k": 1}).endswith("in the result")


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text() | st.binary()
)
NESTED = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_leaves=8,
)
ARRAYS = hnp.arrays(
    st.sampled_from(["bool", "int8", "uint64", "int64", "float16", "float64", "longdouble", "complex64"]),
    st.sampled_from([(), (0,), (3,), (2, 3), (2, 0), (1, 2, 3), (2, 4)]),
)


@given(NESTED | ARRAYS)
@settings(deadline=None, max_examples=300)
def test_it_answers_for_any_value(got):
    answer = ask(PROBLEM.compare, got, WANT, ARGS)
    assert answer.ok or answer.message


@given(
    hnp.arrays(np.int64, (4, 6), elements=st.integers(0, 3)),
    st.integers(1, 6),
    st.integers(0, 2**32 - 1),
)
@settings(deadline=None)
def test_whatever_sorts_by_value_is_right_and_one_exchange_of_unequal_neighbours_is_not(x, k, seed):
    ties = np.random.RandomState(seed).uniform(size=x.shape)
    got = np.lexsort((ties, -x), axis=-1)[..., :k]
    args, want = {"x": x, "k": k}, PROBLEM.reference(x, k)
    assert said(got, want, args) is None
    for row in range(4):
        for place in range(k - 1):
            if x[row, got[row, place]] != x[row, got[row, place + 1]]:
                other = got.copy()
                other[row, [place, place + 1]] = other[row, [place + 1, place]]
                assert "not the largest first" in said(other, want, args)
