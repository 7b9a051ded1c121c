import math

import numpy as np
import pytest
from comparator.samples import Foreign
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.comparator.check import check, rule_for

ARRAY = np.array([[1.0, 2.0], [3.0, 4.0]])
TOLERANCE = np.full((2, 2), 1e-9)
NAN, INF = math.nan, math.inf


def reason(got, want, tolerance=None, annotation=None):
    return check(got, want, tolerance, rule_for(annotation)).reason


RIGHT = {
    "the same array": (ARRAY, ARRAY, TOLERANCE),
    "within the tolerance": (ARRAY + 9e-10, ARRAY, TOLERANCE),
    "an array without axes": (np.array(2.0), np.array(2.0), np.array(0.0)),
    "no elements": (np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3))),
    "minus zero": (np.array([-0.0]), np.array([0.0]), np.array([0.0])),
    "minus zero, a number": (-0.0, 0.0, 0.0),
    "NaN where NaN is wanted": (np.array([NAN, 1.0]), np.array([NAN, 1.0]), np.zeros(2)),
    "infinities where they are wanted": (np.array([INF, -INF]), np.array([INF, -INF]), np.zeros(2)),
    "NaN, a number": (NAN, NAN, 0.0),
    "an infinity, a number": (-INF, -INF, 0.0),
    "big-endian": (ARRAY.astype(">f8"), ARRAY, TOLERANCE),
    "Fortran order": (np.asfortranarray(ARRAY), ARRAY, TOLERANCE),
    "an int where a float is wanted": (3, 3.0, 0.0),
    "a numpy scalar": (np.float64(3.0), 3.0, 0.0),
    "a float32 scalar within the tolerance": (np.float32(0.1), 0.1, 1e-8),
    "an int where a complex number is wanted": (3, 3 + 0j, 0.0),
    "a float where a complex number is wanted": (3.0, 3 + 0j, 0.0),
    "a numpy bool": (np.True_, True, None),
    "integers of another width": (np.array([1, 2], dtype=np.uint8), np.array([1, 2]), None),
    "huge integers": (10**5000, 10**5000, None),
    "a float16 array": (np.float16([6e4]), np.float16([6e4]), np.array([1.0])),
    "complex": (np.array([1 + 1j]), np.array([1 + 1.0000000001j]), np.array([1e-9])),
    "complex with NaN": (np.array([complex(NAN, 1)]), np.array([complex(NAN, 1)]), np.array([0.0])),
    "long double": (np.longdouble([1.0]), np.longdouble([1.0]), np.array([0.0])),
    "a list for a tuple": ([1.0, 2.0], (1.0, 2.0), (0.0, 0.0)),
    "nested": ((ARRAY, {"a": [1.0, "x"]}), (ARRAY, {"a": [1.0, "x"]}), (TOLERANCE, {"a": [0.0, None]})),
    "None": (None, None, None),
    "bytes": (b"a", b"a", None),
    "an empty list": ([], [], None),
    "an empty dict": ({}, {}, None),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_value_is_right(name):
    got, want, tolerance = RIGHT[name]
    assert check(got, want, tolerance).ok


WRONG = {
    "None": ("type", None, ARRAY, TOLERANCE),
    "a list": ("type", ARRAY.tolist(), ARRAY, TOLERANCE),
    "an array and a cache": ("type", (ARRAY, {}), ARRAY, TOLERANCE),
    "np.matrix": ("type", ARRAY.view(np.matrix), ARRAY, TOLERANCE),
    "a masked array": ("type", np.ma.masked_array(ARRAY), ARRAY, TOLERANCE),
    "a subclass": ("type", ARRAY.view(type("Tensor", (np.ndarray,), {})), ARRAY, TOLERANCE),
    "an array of objects": ("type", ARRAY.astype(object), ARRAY, TOLERANCE),
    "an array of text": ("type", ARRAY.astype(str), ARRAY, TOLERANCE),
    "a foreign value": ("type", Foreign("a generator"), ARRAY, TOLERANCE),
    "a number for an array": ("type", 1.0, ARRAY, TOLERANCE),
    "a number for an array without axes": ("type", 1.0, np.array(1.0), np.array(0.0)),
    "an array for a number": ("type", np.array([1.0]), 1.0, 0.0),
    "an array without axes for a number": ("type", np.array(1.0), 1.0, 0.0),
    "a bool for an int": ("type", True, 1, None),
    "a bool for a float": ("type", True, 1.0, 0.0),
    "an int for a bool": ("type", 1, True, None),
    "a float for an int": ("type", 1.0, 1, None),
    "a complex number for a float": ("type", 1 + 0j, 1.0, 0.0),
    "text for a number": ("type", "1", 1, None),
    "a tuple for a dict": ("type", (), {}, None),
    "an array for a list": ("type", np.array([1.0]), [1.0], [0.0]),
    "a wrong type beside a wrong value": ("type", (9.0, None), (1.0, 2.0), (0.0, 0.0)),
    "an extra axis": ("shape", ARRAY[..., None], ARRAY, TOLERANCE),
    "a squeezed axis": ("shape", ARRAY[0], ARRAY[:1], TOLERANCE[:1]),
    "what would broadcast": ("shape", ARRAY[:1], np.ones((2, 2)), TOLERANCE),
    "no elements": ("shape", np.zeros((0, 2)), ARRAY, TOLERANCE),
    "too many items": ("shape", [1, 2, 3], [1, 2], None),
    "too few items": ("shape", [1], [1, 2], None),
    "nothing in a list": ("shape", [], [1], None),
    "a missing key": ("shape", {"a": 1}, {"a": 1, "b": 2}, None),
    "a key too many": ("shape", {"a": 1, "b": 2}, {"a": 1}, None),
    "float32": ("dtype", ARRAY.astype(np.float32), ARRAY, TOLERANCE),
    "float128": ("dtype", ARRAY.astype(np.longdouble), ARRAY, TOLERANCE),
    "integers for floats": ("dtype", ARRAY.astype(int), ARRAY, TOLERANCE),
    "floats for integers": ("dtype", ARRAY, ARRAY.astype(int), None),
    "integers for truth values": ("dtype", np.array([0, 1]), np.array([False, True]), None),
    "complex for floats": ("dtype", ARRAY.astype(complex), ARRAY, TOLERANCE),
    "NaN": ("nonfinite", np.array([NAN]), np.array([1.0]), np.array([1e300])),
    "an infinity": ("nonfinite", np.array([INF]), np.array([1.0]), np.array([1e300])),
    "the other infinity": ("nonfinite", np.array([INF]), np.array([-INF]), np.array([1e300])),
    "an infinity for NaN": ("nonfinite", np.array([INF]), np.array([NAN]), np.array([0.0])),
    "a number for NaN": ("nonfinite", np.array([1.0]), np.array([NAN]), np.array([0.0])),
    "a number for an infinity": ("nonfinite", np.array([1e308]), np.array([INF]), np.array([0.0])),
    "NaN in an imaginary part": (
        "nonfinite",
        np.array([complex(1, NAN)]),
        np.array([1 + 1j]),
        np.array([1.0]),
    ),
    "NaN, a number": ("nonfinite", NAN, 1.0, 1e300),
    "an integer beyond all floats": ("nonfinite", 10**5000, 1.0, 1e300),
    "a negative integer beyond all floats": ("nonfinite", -(10**5000), 1.0, 1e300),
    "beyond the tolerance": ("value", ARRAY + 2e-9, ARRAY, TOLERANCE),
    "opposite ends of the range": ("value", np.array([1.7e308]), np.array([-1.7e308]), np.array([1.0])),
    "opposite ends of float16": ("value", np.float16([6e4]), np.float16([-6e4]), np.array([1.0])),
    "one part of a complex number": ("value", np.array([1 + 1j]), np.array([1 + 2j]), np.array([0.5])),
    "integers that are one float": ("value", np.array([2**63], dtype=np.uint64), np.array([2**63 - 1]), None),
    "an integer that is near": ("value", 2**53 + 1, 2**53, None),
    "exact floats": ("value", np.array([0.1 + 0.2]), np.array([0.3]), None),
    "text": ("value", "a", "b", None),
    "a number": ("value", 1.0 + 1e-9, 1.0, 1e-10),
    "a truth value": ("value", np.array([True]), np.array([False]), None),
    "a value deep inside": (
        "value",
        {"a": [ARRAY, (1, 2)]},
        {"a": [ARRAY, (1, 3)]},
        {"a": [TOLERANCE, None]},
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_has_its_reason(name):
    want_reason, got, want, tolerance = WRONG[name]
    answer = check(got, want, tolerance)
    assert answer.reason == want_reason
    assert answer.message
    assert not answer.ok


def test_an_annotation_that_names_a_tuple_makes_a_list_wrong():
    assert reason([1.0, 2.0], (1.0, 2.0), None, "tuple[float, float]") == "type"
    assert reason((1.0, 2.0), [1.0, 2.0], None, "list[float]") == "type"
    assert reason([1.0, 2.0], (1.0, 2.0), None, "Sequence[float]") is None


def test_an_annotation_of_a_part_counts_for_that_part():
    annotation = "tuple[np.ndarray, list[float]]"
    assert reason((ARRAY, (1.0,)), (ARRAY, [1.0]), None, annotation) == "type"
    assert reason((ARRAY, (1.0,)), (ARRAY, [1.0]), None, "tuple") is None


@pytest.mark.parametrize(
    "annotation", ["float | np.ndarray", "np.ndarray | float", "Union[float, np.ndarray]"]
)
def test_number_and_array_without_axes_are_one_where_the_annotation_says_so(annotation):
    assert reason(np.array(1.0), 1.0, 0.0, annotation) is None
    assert reason(1.0, np.array(1.0), np.array(0.0), annotation) is None
    assert reason(1, np.array(1.0), np.array(0.0), annotation) is None
    assert reason(np.array([1.0]), 1.0, 0.0, annotation) == "type"
    assert reason(True, np.array(1.0), np.array(0.0), annotation) == "type"
    assert reason(10**5000, np.array(1.0), np.array(0.0), annotation) == "type"
    assert reason(2.0, np.array(1.0), np.array(0.0), annotation) == "value"


def test_where_leads_to_the_first_fault():
    want = (np.zeros((2, 3)), {"m": np.zeros(4)})
    got = (np.zeros((2, 3)), {"m": np.array([0, 0, 5.0, 6.0])})
    answer = check(got, want, None)
    assert answer.where == (1, "m", 2)
    assert (answer.wrong, answer.total) == (2, 4)


def test_a_result_that_contains_itself_is_walked_as_far_as_the_want():
    got = [1.0]
    got.append(got)
    assert reason(got, [1.0, 2.0]) == "type"
    assert reason(got, [1.0, [1.0, 2.0]]) == "type"


def test_a_name_from_a_submission_is_bounded_and_printable():
    message = check(Foreign("\x1b[31m" + "x" * 5000), 1.0, 0.0).message
    assert message.isprintable()
    assert len(message) < 400


def test_a_foreign_value_with_a_hostile_name_is_still_a_type_error():
    class Odd:
        name = 5

    assert reason(Odd(), 1.0) == "type"


numbers = st.floats(width=64) | st.sampled_from([0.0, -0.0, NAN, INF, -INF, 1e308, -1e308, 5e-324])
arrays = hnp.arrays(np.float64, hnp.array_shapes(max_dims=3, max_side=4, min_side=0), elements=numbers)


def right_by_definition(g, w, t):
    return g == w or (g != g and w != w) or (math.isfinite(g) and math.isfinite(w) and abs(g - w) <= t)


@given(data=st.data(), want=arrays)
def test_an_array_is_right_iff_each_element_is(data, want):
    got = data.draw(
        hnp.arrays(np.float64, want.shape, elements=numbers) | st.just(want + 1e-3) | st.just(want.copy())
    )
    tolerance = data.draw(hnp.arrays(np.float64, want.shape, elements=st.floats(0, 1e300)))
    each = [
        right_by_definition(g, w, t)
        for g, w, t in zip(
            got.ravel().tolist(), want.ravel().tolist(), tolerance.ravel().tolist(), strict=True
        )
    ]
    answer = check(got, want, tolerance)
    assert answer.ok == all(each)
    if answer.reason == "value":
        assert answer.where == np.unravel_index(each.index(False), want.shape)
        assert answer.wrong == each.count(False)


@given(want=arrays)
def test_every_array_is_right_for_itself(want):
    assert check(want.copy(), want, np.zeros(want.shape)).ok
    assert check(want.copy(), want, None).ok


@given(got=numbers | st.integers(), want=numbers, tolerance=st.floats(0, 1e300))
def test_a_number_is_judged_as_an_array_of_one(got, want, tolerance):
    try:
        as_float = float(got)
    except OverflowError:
        as_float = math.copysign(INF, got)
    alone = check(got, want, tolerance)
    inside = check(np.array([as_float]), np.array([want]), np.array([tolerance]))
    assert alone.reason == inside.reason
