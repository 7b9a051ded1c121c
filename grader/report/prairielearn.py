"""A result as PrairieLearn's ``results.json``, of less than a megabyte.

What can't be graded (it does not compile, or the judge failed) is declared so: it costs no attempt there.
"""

from typing import Any

from grader.report import escape, text
from grader.report import json as report_json
from grader.report.content import submit_report
from grader.result import CaseResult, GroupResult, Result, Verdict
from grader.verdicts import BY_CODE

MAX_BYTES = 1_000_000
_MAX_TEXT = 20_000
_LINE = 1000


def render(result: Result) -> str:
    """Return the file's content."""
    said = escape.line(result.message or "", _LINE)
    row = BY_CODE[result.verdict]
    title = row.headline
    if not row.is_gradable or result.score is None:
        return report_json.dumps(
            {"gradable": False, "format_errors": [f"{title}: {said}" if said else title]}
        )
    data: dict[str, Any] = {
        "gradable": True,
        "score": round(result.score / result.max_score, 6),
        "message": f"{title}: {said}" if said else title,
        "output": text.render(submit_report(result))[:_MAX_TEXT],
    }
    tests = [_group(group) for group in result.groups if not group.visible]
    room = MAX_BYTES - len(report_json.dumps(data)) - sum(map(_size, tests))
    samples = []
    for case in result.cases:
        if case.visibility == "sample":
            sample = _sample(case)
            room -= _size(sample)
            if room < 0:
                break
            samples.append(sample)
    return report_json.dumps({**data, "tests": [*samples, *tests]})


def _size(test: dict[str, Any]) -> int:
    """Return at most how many bytes a test takes, indented as it is written."""
    return len(report_json.dumps(test)) + 100


def _sample(case: CaseResult) -> dict[str, Any]:
    right = case.verdict == Verdict.AC
    return {
        "name": f"sample {case.name}",
        "description": "a sample, which earns no points",
        "points": 0,
        "max_points": 0,
        "message": "right" if right else escape.line(case.message or case.verdict, _LINE),
        "output": escape.block(case.output or "", _LINE),
    }


def _group(group: GroupResult) -> dict[str, Any]:
    note = (
        "advice only, no points" if group.advisory else f"{group.max_points:g} points if all cases are right"
    )
    return {
        "name": group.name,
        "description": note,
        "points": group.points,
        "max_points": group.max_points,
        "message": f"{group.passed} of {group.total} cases right",
        "output": "",
    }
