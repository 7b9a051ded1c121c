import numpy as np
import pytest
from report.results import shown

from grader.outcomes.shown import shown as as_shown
from grader.report.text import render
from grader.report.values import compare, describe, inline, labelled, side_by_side
from grader.result import ShownValue


def marked(got, want):
    table = compare(shown(np.asarray(got)), shown(np.asarray(want)))
    return [row.index for row in table.rows if row.differs]


@pytest.mark.parametrize(
    ("got", "want", "differing"),
    [
        ([1.0, 2.0], [1.0, 2.5], ["[1]"]),
        ([[1.0, 2.0], [3.0, 4.0]], [[0.0, 2.0], [3.0, 0.0]], ["[0, 0]", "[1, 1]"]),
        ([1.0, np.nan], [1.0, np.nan], []),
        ([np.nan, 1.0], [1.0, 1.0], ["[0]"]),
        ([np.inf, -np.inf], [np.inf, np.inf], ["[1]"]),
        ([0.1 + 0.2, 5.0], [0.3, 6.0], ["[1]"]),  # rounding is not a difference beside one that is
        ([0.1 + 0.2, 5.0], [0.3, 5.0], ["[0]"]),  # but it is shown where there is no other
        ([1, 2], [1, 3], ["[1]"]),
        ([0.0, 1.0], [-0.0, 1.0], []),
        (2.0, 3.0, ["value"]),
    ],
)
def test_the_differing_elements_are_marked(got, want, differing):
    assert marked(got, want) == differing


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (np.zeros((1, 4)), np.zeros(4)),
        (None, np.zeros(4)),
        ([0.0, 0.0], np.zeros(2)),
        ((1.0, 2.0), 1.0),
        (np.zeros(0), np.zeros(0)),
    ],
)
def test_values_that_do_not_line_up_have_no_table(got, want):
    assert compare(shown(got), shown(want)) is None


def test_text_inside_of_lists_is_in_quotes():
    assert "'a b', ' ', ''" in inline(shown(["a b", " ", ""]))


def test_nothing_is_set_side_by_side_where_nothing_differs():
    assert side_by_side(shown([1, "a"]), shown([1, "a"])) == []


def test_a_tuple_inside_of_a_value_is_told_from_a_list():
    assert inline(as_shown([(1, "a"), [2], {"k": (3,)}])) == "[(1, 'a'), [2], {'k': (3,)}]"
    assert "got  = [['a', 1]]" in render(side_by_side(as_shown([["a", 1]]), as_shown([("a", 1)])))


def test_nothing_is_marked_where_many_answers_are_right():
    shown_blocks = render(side_by_side(shown([2, 1]), shown([1, 2]), many_answers=True))
    assert shown_blocks == "  got = [2, 1]\n  a right answer = [1, 2]\n"


def test_enough_digits_are_shown_to_tell_the_values_apart():
    table = compare(shown(np.array([1.0, 2.0])), shown(np.array([1.0, 2.0000000001])))
    row = table.rows[1]
    assert row.differs
    assert row.got != row.want


def test_of_many_elements_the_first_that_differ_are_shown():
    want = np.arange(500.0)
    got = want.copy()
    got[100:200] += 1
    table = compare(shown(got), shown(want))
    assert [row.index for row in table.rows] == [f"[{n}]" for n in range(100, 112)]
    assert (table.differing, table.compared) == (100, 500)
    assert "100 of the 500 elements differ; 488 are not shown" in render(
        side_by_side(shown(got), shown(want))
    )


def test_rounding_is_not_marked_where_the_fault_lies_beyond_what_is_shown():
    want = np.linspace(0.1, 1.0, 3000).reshape(1000, 3)
    got = want * (1 + 2.0**-52)
    got[900] = 7.0
    cut = [shown(a[:333]).model_copy(update={"truncated": True, "shape": a.shape}) for a in (got, want)]
    assert compare(*cut).differing == 0
    assert side_by_side(*cut) == []
    assert compare(shown(got[:333]), shown(want[:333])).differing > 0


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (shown(None), "None"),
        (shown(2.5), "2.5"),
        (shown(float("nan")), "nan"),
        (shown(True), "True"),
        (shown("a\nb"), r"'a\nb'"),
        (shown(np.zeros((2, 3), np.float32)), "array of float32, shape (2, 3)"),
        (shown([1, 2]), "a list of 2"),
        (ShownValue(type="tuple", data=[[1.0, 2.0], 3.0]), "a tuple of 2"),
        (ShownValue(type="a matrix"), "a matrix"),
        (ShownValue(type="dict", data={"a": 1}), "a dict"),
        (ShownValue(type="complex", data="(1+2j)"), "1+2j"),
    ],
)
def test_a_value_is_described_in_a_few_words(value, want):
    assert describe(value) == want


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (shown([1, 2.5]), "[1, 2.5]"),
        (ShownValue(type="tuple", data=[1, "x"]), "(1, 'x')"),
        (ShownValue(type="dict", data={"a": [1, 2]}), "{'a': [1, 2]}"),
        (shown(np.arange(20.0)), "[0, 1, 2, 3, 4, 5, 6, 7, … 12 more]"),
        (ShownValue(type="int", data=10**100), "1" + "0" * 59 + "… (41 more characters)"),
    ],
)
def test_a_value_fits_on_a_line(value, want):
    assert inline(value) == want


def test_rows_stand_below_each_other():
    assert render(labelled("x", shown(np.arange(6.0).reshape(2, 3)))) == (
        "  x = array of float64, shape (2, 3)\n    [[0, 1, 2],\n     [3, 4, 5]]\n"
    )


@pytest.mark.parametrize("width", [40, 80])
def test_complex_numbers_line_up_and_differ(width):
    got = ShownValue(type="ndarray", dtype="complex128", shape=(2,), data=["(1+2j)", "(3+0j)"])
    want = ShownValue(type="ndarray", dtype="complex128", shape=(2,), data=["(1+2j)", "(4+0j)"])
    lines = render(side_by_side(got, want), width=width).splitlines()
    assert [line.rstrip().endswith("← differs") for line in lines] == [False, False, True]
