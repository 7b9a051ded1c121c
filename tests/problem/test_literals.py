"""TOML values become arguments by the starter's annotations."""

import math
import tomllib

import numpy as np
import pytest

from grader.problem.literals import LiteralError, literal

ARRAY = "np.ndarray"


@pytest.mark.parametrize(
    ("text", "dtype", "shape"),
    [
        ("[1, 2, 3]", np.int64, (3,)),
        ("[1.0, 2.5]", np.float64, (2,)),
        ("[true, false]", np.bool_, (2,)),
        ("[[1, 2], [3, 4], [5, 6]]", np.int64, (3, 2)),
        ("[[[1.0]]]", np.float64, (1, 1, 1)),
        ("[]", np.float64, (0,)),
        ("[[], []]", np.float64, (2, 0)),
        ("[9223372036854775807]", np.int64, (1,)),
    ],
)
@pytest.mark.parametrize(
    "annotation", [ARRAY, "numpy.ndarray", "NDArray[np.float64]", '"np.ndarray"', "ArrayLike"]
)
def test_a_list_is_an_array_of_its_own_kind(annotation, text, dtype, shape):
    value = literal(tomllib.loads(f"v = {text}")["v"], annotation)
    assert type(value) is np.ndarray
    assert value.dtype == dtype
    assert value.shape == shape
    assert value.tolist() == tomllib.loads(f"v = {text}")["v"]


def test_what_is_not_finite_and_minus_zero_keep_their_bits():
    value = literal(tomllib.loads("v = [nan, inf, -inf, -0.0]")["v"], ARRAY)
    assert np.array_equal(value, [np.nan, np.inf, -np.inf, 0.0], equal_nan=True)
    assert math.copysign(1.0, value[3]) == -1.0
    assert math.copysign(1.0, literal(-0.0, "float")) == -1.0


@pytest.mark.parametrize(
    ("value", "annotation", "want"),
    [
        (3, "int", 3),
        (0.5, "float", 0.5),
        (True, "bool", True),
        ("a", "str", "a"),
        ("1+2j", "complex", 1 + 2j),
        ("añ", "bytes", "añ".encode()),
        ([1, 2], "list", [1, 2]),
        ([1, 2], "list[int]", [1, 2]),
        ([1.0], "Sequence[float]", [1.0]),
        ([1, "a"], "tuple[int, str]", (1, "a")),
        ([1, 2, 3], "tuple[int, ...]", (1, 2, 3)),
        ([1, "a"], "tuple", (1, "a")),
        ([[1, 2], [3]], "list[tuple[int, ...]]", [(1, 2), (3,)]),
        ({"a": 1.5}, "dict[str, float]", {"a": 1.5}),
        ({"a": [1]}, "dict", {"a": [1]}),
        (3, "int | None", 3),
        ("x", "int | str", "x"),
        (1.5, "Optional[float]", 1.5),
        ([1], "Union[str, list[int]]", [1]),
        ("same", 'Literal["same", "valid"]', "same"),
        ([1, [2.0]], None, [1, [2.0]]),
        ({"a": [True]}, "Any", {"a": [True]}),
        (3, "SomethingOfTheirOwn", 3),
    ],
)
def test_other_annotations_make_what_they_say(value, annotation, want):
    got = literal(value, annotation)
    assert got == want
    assert type(got) is type(want)


@pytest.mark.parametrize(
    ("value", "annotation", "message"),
    [
        ([1, 2.5], ARRAY, "mixes float and int; write 2.0 for 2"),
        ([1, True], ARRAY, "mixes bool and int; use one kind"),
        ([[1, 2], [3]], ARRAY, "is ragged: rows have shapes (2,) and (1,); make them equal"),
        ([[1], 2], ARRAY, "mixes numbers and lists on one level; every row needs the same depth"),
        (["a"], ARRAY, "an array holds numbers, or true and false, got 'a'"),
        (3.0, ARRAY, "must be an array, got 3.0; write a list, or use cases.py for a 0-d array"),
        ([9223372036854775808], ARRAY, "has a whole number that does not fit int64; use cases.py"),
        (1, "float", "must be a float, got 1; write 1.0"),
        (1.0, "int", "must be a whole number, got 1.0"),
        (True, "int", "must be a whole number, got True"),
        (1, "bool", "must be true or false, got 1"),
        (1, "str", "must be a string, got 1"),
        (1, "complex", "must be a complex number, written as a string like '1+2j', got 1"),
        ("i", "complex", "must be a complex number like '1+2j', got 'i'"),
        (1, "bytes", "must be bytes, written as a string, got 1"),
        (1, "list[int]", "must be a list, got 1"),
        ([1, "a"], "list[int]", "must be a whole number, got 'a'"),
        ([1], "tuple[int, int]", "must have 2 elements, got 1"),
        ([1], "dict[str, int]", "must be a table, got [1]"),
        (1.5, "int | str", "must be int or str, got 1.5"),
        (1.5, "int | None", "must be a whole number, got 1.5"),
        ("full", 'Literal["same", "valid"]', "must be one of 'same', 'valid', got 'full'"),
    ],
)
def test_nothing_is_converted_silently(value, annotation, message):
    with pytest.raises(LiteralError) as error:
        literal(value, annotation)
    assert str(error.value) == message


def test_dates_are_no_arguments():
    with pytest.raises(LiteralError, match="dates and times are not supported"):
        literal(tomllib.loads("v = 2020-01-01")["v"], None)


def test_nesting_is_bounded():
    deep = 1
    for _ in range(40):
        deep = [deep]
    for annotation in (ARRAY, None):
        with pytest.raises(LiteralError, match="is nested deeper than 32 levels"):
            literal(deep, annotation)


@pytest.mark.parametrize(
    ("value", "annotation", "want"),
    [([1, 2.5], ARRAY, np.array([1.0, 2.5])), (1, "float", 1.0), ([1], "list[float]", [1.0])],
)
def test_a_value_worked_by_hand_may_leave_out_the_point(value, annotation, want):
    got = literal(value, annotation, loose=True)
    assert np.array_equal(got, want)
    assert np.asarray(got).dtype == np.float64
