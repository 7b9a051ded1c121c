import pytest

from grader.judge.scoring import first_failure, group_results, score, total_verdict
from grader.problem.spec import GroupSpec
from grader.result import Verdict

AC, WA, RTE, TLE, JE = Verdict.AC, Verdict.WA, Verdict.RTE, Verdict.TLE, Verdict.JE
GROUPS = {
    "sample": GroupSpec(points=0, visible=True),
    "basic": GroupSpec(points=40, cites="a"),
    "hard": GroupSpec(points=20, cites="a"),
    "edge": GroupSpec(advisory=True),
}


def outcomes(**verdicts):
    return [(group, v) for group, row in verdicts.items() for v in row]


@pytest.mark.parametrize(
    ("rows", "verdict", "points"),
    [
        ({"sample": [AC], "basic": [AC, AC], "hard": [AC], "edge": [AC]}, AC, 100.0),
        ({"sample": [AC], "basic": [AC, WA], "hard": [AC], "edge": [AC]}, WA, 33.33),
        ({"sample": [WA], "basic": [AC, AC], "hard": [AC]}, WA, 100.0),
        ({"sample": [AC], "basic": [AC], "hard": [TLE, WA]}, TLE, 66.67),
        ({"sample": [AC], "basic": [AC], "hard": [AC], "edge": [RTE]}, AC, 100.0),
        ({"sample": [AC], "basic": [WA], "hard": [AC], "edge": [JE]}, JE, 33.33),
        ({"sample": [AC], "basic": ["skipped"], "hard": [RTE]}, RTE, 0.0),
        ({"basic": ["skipped"], "hard": ["skipped"]}, RTE, 0.0),
    ],
)
def test_groups_pay_whole_and_the_first_failing_case_names_the_verdict(rows, verdict, points):
    made = outcomes(**rows)
    assert total_verdict(GROUPS, made) == verdict
    assert score(group_results(GROUPS, made)) == points


def test_a_group_without_cases_is_left_out():
    assert [g.name for g in group_results(GROUPS, outcomes(basic=[AC]))] == ["basic"]


def test_a_group_counts_the_cases_that_passed():
    (group,) = group_results(GROUPS, outcomes(basic=[AC, WA, "skipped"]))
    assert (group.passed, group.total, group.verdict, group.points, group.max_points) == (1, 3, WA, 0, 40)


def test_a_judge_fault_outranks_a_failure_that_came_before_it():
    assert first_failure([WA, JE]) == JE


def test_an_advisory_group_never_touches_the_score():
    results = group_results(GROUPS, outcomes(basic=[AC], hard=[AC], edge=[WA]))
    assert score(results) == 100.0
