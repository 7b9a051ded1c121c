"""What a learner is told where values are no arrays."""

from pathlib import Path

import pytest

from grader.judge import Judge
from grader.problem.folder import load_problem
from grader.report.content import submit_report
from grader.report.text import render

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module")
def graded(cache):
    opened = {}

    def grade(name):
        slug = name.split("/")[0]
        if slug not in opened:
            opened[slug] = Judge(load_problem(ROOT / "problems" / slug), cache_dir=cache)
        return opened[slug].grade((ROOT / "submissions" / f"{name}.py").read_bytes())

    yield grade
    for judge in opened.values():
        judge.close()


def test_lists_of_text_are_set_side_by_side_in_quotes(graded):
    report = render(submit_report(graded("byte_pair_merge/wrong_answer/greatest_of_equal")))
    assert "[0, 0]      's'   'e'  ← differs" in report
    assert "['n', 'e', 'w', 'e', 's', 't']" in report


def test_an_argument_changed_in_place_is_told_without_a_table_of_equal_values(graded):
    report = render(submit_report(graded("byte_pair_merge/wrong_answer/changes_the_words")))
    assert "words was changed in place, which this problem does not allow" in report
    assert "differ" not in report


def test_a_value_that_did_not_travel_is_named_inside_of_a_result(graded):
    case = next(c for c in graded("byte_pair_merge/wrong_answer/returns_an_iterator").cases if c.got)
    assert case.got.data[1] == "<a `generator`>"


def test_a_hidden_list_of_another_length_is_called_that(graded):
    cases = graded("byte_pair_merge/wrong_answer/forgets_counts").cases
    said = [c.message for c in cases if c.reason == "shape"]
    assert said
    assert all("a list in the result has the wrong length" in message for message in said)


def test_the_smallest_failing_input_is_found_among_lists_of_lists(graded):
    found = graded("byte_pair_merge/wrong_answer/first_met").counterexample
    assert len(found.code) < 120
    assert found.want.data != found.got.data
