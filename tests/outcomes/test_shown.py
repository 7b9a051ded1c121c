import json
import math

import numpy as np
import pytest

from grader.outcomes.shown import MAX_ELEMENTS, MAX_TEXT, shown


class Foreign:
    name = "a matrix"


@pytest.mark.parametrize(
    ("value", "type_", "data"),
    [
        (None, "None", None),
        (True, "bool", True),
        (3, "int", 3),
        (10**400, "int", "an integer of 1329 bits"),
        (1.5, "float", 1.5),
        (math.nan, "float", "NaN"),
        (-math.inf, "float", "-Infinity"),
        (1 + 2j, "complex", "(1+2j)"),
        ("a", "str", "a"),
        (b"\x00a", "bytes", "b'\\x00a'"),
        ([1, (2.0, "x")], "list", [1, [2.0, "x"]]),
        ({"k": np.array([1.0, np.inf])}, "dict", {"k": [1.0, "Infinity"]}),
        (np.array([[1, 2]]), "ndarray", [[1, 2]]),
        (np.array(1.5), "ndarray", 1.5),
        (np.array([1 + 1j]), "ndarray", ["(1+1j)"]),
        (Foreign(), "a matrix", None),
        ((1, [Foreign()]), "tuple", [1, ["<a matrix>"]]),
    ],
)
def test_values_become_plain_data(value, type_, data):
    made = shown(value)
    assert (made.type, made.data, made.truncated) == (type_, data, False)
    json.loads(made.model_dump_json())


def count(data):
    if isinstance(data, list):
        return sum(map(count, data))
    return sum(map(count, data.values())) if isinstance(data, dict) else 1


@pytest.mark.parametrize(
    "value",
    [
        np.zeros(5000),
        np.zeros((5000, 64)),
        np.zeros((3, 4, 5000)),
        [0] * 5000,
        [[0] * 600] * 3,
        {str(i): i for i in range(3000)},
        [np.zeros(900), np.zeros(900)],
    ],
)
def test_at_most_a_thousand_elements_are_shown(value):
    made = shown(value)
    assert made.truncated
    assert 0 < count(made.data) <= MAX_ELEMENTS


def test_an_array_keeps_its_dtype_and_its_whole_shape():
    made = shown(np.zeros((5000, 64), dtype=np.float32))
    assert (made.dtype, made.shape) == ("float32", (5000, 64))


def test_long_text_is_cut():
    made = shown("x" * (MAX_TEXT + 1))
    assert made.truncated
    assert len(made.data) == MAX_TEXT


def test_lone_surrogates_become_text_that_can_be_written():
    assert json.loads(shown("\ud800").model_dump_json())["data"] == "\\ud800"
