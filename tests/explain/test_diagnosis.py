import numpy as np
import pytest
from support.cases import bank_case

from grader.comparator.check import RIGHT, Check, rule_for
from grader.explain.diagnosis import Answer, larger, matching

RULE = rule_for("np.ndarray")
CASES = [bank_case(str(i), wants=(np.full(3, float(i)),)) for i in range(5)]


def right(index):
    return Answer((np.full(3, float(index)),))


def off_by(amount, *, only=range(5), spread=0.0):
    def answer(index):
        value = np.full(3, float(index)) + (amount if index in only else 0.0)
        return Answer((value,), spreads=(np.full(3, spread),))

    return answer


def raises(name, said=""):
    return lambda index: Answer(None, raised=name, said=said)


def names(got, mistakes):
    return [(m.mistake, m.compared) for m in matching(CASES, [got(i) for i in range(5)], mistakes, RULE)]


def test_a_mistake_that_agrees_everywhere_is_named():
    assert names(off_by(1), {"one": off_by(1), "two": off_by(2)}) == [("one", 5)]


def test_one_disagreement_is_enough_to_drop_a_mistake():
    got = [off_by(1)(i) for i in range(4)] + [off_by(1.5)(4)]
    assert matching(CASES, got, {"one": off_by(1)}, RULE) == ()


def test_a_mistake_must_be_told_apart_by_three_cases():
    assert names(off_by(1, only=[0, 1]), {"one": off_by(1, only=[0, 1])}) == []
    assert names(off_by(1, only=[0, 1, 2]), {"one": off_by(1, only=[0, 1, 2])}) == [("one", 3)]


def test_a_second_fault_where_the_mistake_is_right_drops_it():
    assert names(off_by(1), {"one": off_by(1, only=[0, 1, 2, 3])}) == []


def test_the_right_answer_is_no_mistake():
    assert names(right, {"one": off_by(1), "none": off_by(0)}) == []


def test_where_many_answers_are_right_a_submission_need_not_give_the_mistakes():
    def asked(got, want, args):
        return RIGHT if abs(got[0]) == want[0] else Check("value", "another size")

    def signed(sign):
        return lambda index: Answer((np.full(3, sign * index if index < 2 else index + 1.0),))

    got = [signed(-1)(i) for i in range(5)]
    assert matching(CASES, got, {"one": signed(1)}, RULE) == ()
    assert [m.compared for m in matching(CASES, got, {"one": signed(1)}, RULE, asked)] == [3]


def test_exceptions_agree_by_their_builtin_class():
    assert names(raises("ValueError"), {"v": raises("ValueError"), "t": raises("TypeError")}) == [("v", 5)]


@pytest.mark.parametrize(
    ("mine", "theirs", "same"),
    [
        (
            "cannot reshape array of size 6 into shape (2,3)",
            "cannot reshape array of size 4 into shape (2,)",
            True,
        ),
        ("Cannot cast ufunc 'subtract' output", "Cannot cast ufunc 'divide' output", True),
        ("The truth value of an array is ambiguous", "cannot reshape array of size 4 into shape (2,)", False),
        ("my own words", "", True),  # a mistake without words stands for any
        ("", "its own words", False),
    ],
)
def test_exceptions_agree_by_their_words_too(mine, theirs, same):
    assert bool(names(raises("ValueError", mine), {"v": raises("ValueError", theirs)})) is same


def test_the_spread_of_a_mistake_counts_as_agreement():
    assert names(off_by(1 + 1e-6), {"one": off_by(1, spread=1e-5)}) == [("one", 5)]


def test_a_case_that_was_not_run_names_nothing():
    assert matching(CASES, [None] * 5, {"one": off_by(1)}, RULE) == ()


def test_unknown_answers_of_a_mistake_are_passed_over():
    known = off_by(1)
    assert names(off_by(1), {"one": lambda i: None if i == 0 else known(i)}) == [("one", 4)]


@pytest.mark.parametrize(
    ("tolerance", "spread", "like", "expected"),
    [
        (np.array([1.0, 4.0]), np.array([2.0, 3.0]), np.zeros(2), [2.0, 4.0]),
        (np.array([1.0]), np.array([2.0, 3.0]), np.zeros(2), [2.0, 3.0]),
        (None, None, np.zeros(2), None),
        (1.0, 2.0, 0.0, 2.0),
        ((1.0, None), (0.5, None), (0.0, "a"), (1.0, None)),
        ({"a": 1.0}, {"a": 3.0}, {"a": 0.0}, {"a": 3.0}),
    ],
)
def test_the_larger_of_two_tolerances(tolerance, spread, like, expected):
    made = larger(tolerance, spread, like=like)
    assert (made.tolist() if isinstance(made, np.ndarray) else made) == expected
