"""A result as Gradescope's ``results.json``.

Each group is a test with the points that it earned, each sample one without points whose output says what
went wrong. All text is declared to be plain, as Gradescope takes the output of a submission for HTML
otherwise. A judge error has no score: Gradescope then says that grading failed, and gives no zero.
"""

from typing import Any

from grader.report import escape, text
from grader.report import json as report_json
from grader.report.content import submit_report
from grader.result import CaseResult, GroupResult, Result, Verdict
from grader.verdicts import is_judge_fault

MAX_OUTPUT = 60_000
_LINE = 2000


def render(result: Result) -> str:
    """Return the file's content."""
    data: dict[str, Any] = {
        "output": text.render(submit_report(result))[:MAX_OUTPUT],
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "execution_time": round(result.resources.wall_s, 3),
        "extra_data": {
            "verdict": str(result.verdict),
            "percent": result.score,
            "problem": result.problem.slug,
            "digest": result.problem.digest,
        },
    }
    if is_judge_fault(result.verdict):
        return report_json.dumps(data)
    data["score"] = round(sum(group.points for group in result.groups), 4)
    samples = [_sample(case) for case in result.cases if case.visibility == "sample"]
    data["tests"] = [*samples, *(_group(group) for group in result.groups if not group.visible)]
    return report_json.dumps(data)


def _sample(case: CaseResult) -> dict[str, Any]:
    return {
        "name": f"sample {case.name}",
        "status": "passed" if case.verdict == Verdict.AC else "failed",
        "output": escape.line(case.message or "right", _LINE),
        "visibility": "visible",
    }


def _group(group: GroupResult) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": group.name,
        "status": "passed" if group.verdict == Verdict.AC else "failed",
        "output": f"{group.passed} of {group.total} cases right{_verdict(group)}",
        "visibility": "visible",
    }
    if group.max_points:
        test |= {"score": group.points, "max_score": group.max_points}
    if group.advisory:
        test["output"] += "; advice only, no points"
    return test


def _verdict(group: GroupResult) -> str:
    return "" if group.verdict == Verdict.AC else f" ({group.verdict})"
