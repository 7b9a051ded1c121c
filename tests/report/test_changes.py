import pytest
from report.results import result

from grader.report import text
from grader.report.changes import changes
from grader.result import CaseResult, ProblemInfo


def of(verdicts, digest="d"):
    cases = tuple(
        CaseResult(name=name, group="sample", visibility="sample", verdict=verdict)
        for name, verdict in verdicts.items()
    )
    return result("WA", cases=cases, problem=ProblemInfo(slug="p", title="P", digest=digest))


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ({"a": "AC", "b": "WA"}, {"a": "AC", "b": "WA"}, "1 of 2 samples right, as before"),
        ({"a": "AC", "b": "WA"}, {"a": "AC", "b": "TLE"}, "1 of 2 samples right, as before"),
        (
            {"a": "WA", "b": "AC", "c": "WA"},
            {"a": "AC", "b": "WA", "c": "AC"},
            "2 of 3 samples right, before: 1; now right: a, c; now wrong: b",
        ),
        ({"a": "AC"}, {"a": "CE"}, "0 of 1 samples right, before: 1; now wrong: a"),
        ({"a": "AC"}, {"a": "AC", "b": "AC"}, "2 of 2 samples right, before: 1 of 1; now right: b"),
        ({"a": "AC", "b": "AC"}, {"a": "AC"}, "1 of 1 samples right, before: 2 of 2"),
        (
            dict.fromkeys("abcdefgh", "WA"),
            dict.fromkeys("abcdefgh", "AC"),
            "8 of 8 samples right, before: 0; now right: a, b, c, d, e and 3 more",
        ),
        ({}, {}, "0 of 0 samples right, as before"),
    ],
)
def test_a_line_says_what_is_different(before, after, says):
    assert text.render([changes(of(before), of(after))]) == f"{says}\n"


def test_a_changed_problem_is_told():
    told = text.render([changes(of({"a": "AC"}), of({"a": "AC"}, digest="e"))], width=200)
    assert told == "the problem has changed; 1 of 1 samples right, as before\n"


def test_a_name_does_nothing_to_a_terminal():
    told = text.render([changes(of({}), of({"\x1b[2J": "AC"}))], width=200)
    assert told.strip().isprintable()
