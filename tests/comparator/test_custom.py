from functools import partial

import numpy as np
import pytest
from comparator.samples import Foreign

from grader.comparator import custom
from grader.errors import JudgeFault, ProblemCodeFault

ask = partial(custom.ask, accepts="any")
ARGS = {"x": np.array([1.0, 2.0])}


def test_none_is_right_and_text_is_the_reason():
    assert ask(lambda got, want, args: None, 1.0, 2.0, ARGS).ok
    answer = ask(lambda got, want, args: "not sorted", 1.0, 2.0, ARGS)
    assert (answer.reason, answer.message) == ("value", "not sorted")


def test_an_empty_reason_is_still_wrong():
    assert ask(lambda got, want, args: "", 1.0, 2.0, ARGS).message == "the answer is wrong"


def test_the_problem_gets_copies():
    got, want = [np.array([1.0])], np.array([1.0])

    def compare(got, want, args):
        got[0][...] = 9
        want[...] = 9
        args["x"][...] = 9

    assert ask(compare, got, want, ARGS).ok
    assert got[0] == want == ARGS["x"][0] == 1.0


@pytest.mark.parametrize("said", [True, False, 0, 1.0, b"", [], object()])
def test_another_answer_is_the_judges_fault(said):
    with pytest.raises(JudgeFault, match=r"compare\.py: compare returned"):
        ask(lambda got, want, args: said, 1.0, 2.0, ARGS)


def test_an_exception_is_the_judges_fault():
    with pytest.raises(JudgeFault, match=r"compare\.py: compare raised ZeroDivisionError"):
        ask(lambda got, want, args: 1 / 0, 1.0, 2.0, ARGS)


@pytest.mark.parametrize("got", [Foreign("a generator"), [1.0, Foreign("a set")], np.array([None])])
def test_what_can_not_be_judged_never_reaches_the_problem(got):
    assert ask(lambda got, want, args: None, got, 2.0, ARGS).reason == "type"


@pytest.mark.parametrize(
    ("got", "want", "reason"),
    [
        (None, 1.0, "type"),
        ("x", 1.0, "type"),
        (None, np.ones(2), "type"),
        ([1.0, 2.0], np.ones(2), "type"),
        (np.ones(3), np.ones(2), "shape"),
        (np.ones((2, 1)), np.ones(2), "shape"),
        (np.ones(2, np.float32), np.ones(2), "dtype"),
        (np.ones(2), np.ones(2, np.int64), "dtype"),
        ((1, 2, 3), (1, 2), "shape"),
        ([1, [2]], [1, 2], "type"),
        ({"a": 1}, {"b": 1}, "shape"),
        (True, 1, "type"),
    ],
)
def test_only_what_has_the_form_of_the_want_is_asked_about(got, want, reason):
    def fragile(got, want, args):
        raise AssertionError("it was asked")

    assert ask(fragile, got, want, ARGS, accepts="same").reason == reason
    with pytest.raises(ProblemCodeFault, match="it was asked"):
        ask(fragile, got, want, ARGS, accepts="any")


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (np.full(2, np.nan), np.ones(2)),
        (np.ones(2, np.int8), np.ones(2, np.int64)),
        (7, 1.0),
        ((2, 3), (3, 2)),
    ],
)
def test_whatever_has_the_form_of_the_want_is_asked_about(got, want):
    assert ask(lambda got, want, args: None, got, want, ARGS, accepts="same").ok
