import random

import pytest
from report.results import MADE

from grader.batch.discover import Left
from grader.batch.row import MAX_FAILING, ResultRow, row_of
from grader.batch.summary import Summary

from .test_grades import row


def summary(rows, cases=("one", "two")):
    made = Summary(tuple(cases))
    for one in rows:
        made.add(one)
    return made


@pytest.mark.parametrize(
    ("scores", "mean", "median"),
    [
        ([], None, None),
        ([None], None, None),
        ([50.0], 50.0, 50.0),
        ([0.0, 100.0], 50.0, 50.0),
        ([0.0, 0.0, 100.0], 33.33, 0.0),
        ([33.33, None, 66.67, 100.0, 0.0], 50.0, 50.0),
        ([10.0, 20.0, 30.0, 40.0], 25.0, 25.0),
    ],
)
def test_mean_and_median_are_of_those_that_have_a_score(scores, mean, median):
    made = summary(row(verdict="JE" if score is None else "WA", score=score) for score in scores)
    assert (made.mean(), made.median()) == (mean, median)


def test_the_order_of_results_does_not_matter():
    rows = [row(f"{n}", score=n / 7, cases=random.Random(n).choice([".W", "..", "W."])) for n in range(100)]
    shuffled = random.Random(0).sample(rows, len(rows))
    assert summary(rows).data({}, []) == summary(shuffled).data({}, [])


def test_the_summary_has_the_agreed_fields():
    mistake = ("ddof", 3, 3, "The variance.")
    rows = [
        row(mistakes=(mistake, mistake)),
        row(cases="..", verdict="AC", score=100.0),
        row(cases="", verdict="CE"),
    ]
    data = summary([*rows, row(verdict="JE", score=None, cases="")]).data(
        {"slug": "x"}, [Left("a.txt", "is a text")], [("ada", ("a/1.py", "a/2.py"))], [("a.py", "b.py")]
    )
    assert data == {
        "schema_version": 1,
        "problem": {"slug": "x"},
        "submissions": 4,
        "verdicts": {"AC": 1, "WA": 1, "CE": 1, "JE": 1},
        "score": {"mean": 60.0, "median": 40.0},
        "mistakes": [{"mistake": "ddof", "count": 1}],
        "cases": [{"name": "one", "passed": 2, "total": 3}, {"name": "two", "passed": 1, "total": 3}],
        "not_graded": [{"path": "a.txt", "reason": "is a text"}],
        "duplicates": [{"learner": "ada", "keys": ["a/1.py", "a/2.py"]}],
        "same_file": [{"keys": ["a.py", "b.py"]}],
    }


def test_the_hardest_cases_come_first_and_those_that_all_pass_not_at_all():
    rows = [row(cases=letters) for letters in ("..W.", ".WW.", ".W.W")]
    assert summary(rows, "abcd").hardest() == [("b", 1, 3), ("c", 1, 3), ("d", 2, 3)]


@pytest.mark.parametrize("name", MADE)
def test_a_row_reads_back_and_is_small(name):
    made = row_of("a/b.py", MADE[name])
    line = made.dumps()
    assert ResultRow.loads(line) == made
    assert line.count(b"\n") == 1
    assert len(line) < 5000
    assert len(made.failing) <= MAX_FAILING


def test_a_row_holds_nothing_of_hidden_cases_but_their_verdicts():
    made = row_of("a.py", MADE["wrong_hidden"])
    assert made.cases == ".W"
    assert made.failing == ((1, "value", "the values are wrong"),)
