"""Results as JUnit XML: a suite a submission, a test a case, as build servers read it.

There is no one schema. What is written fits the stricter ones: a suite has its name, counts and time; a
test its name, class and time, and at most one of failure, error and skipped. A wrong case is a failure, a
judge error an error.
"""

from collections.abc import Iterable, Iterator

from grader.report import escape
from grader.result import CaseResult, Result
from grader.verdicts import SKIPPED, is_judge_fault, is_right

_NAME = 500


def render(result: Result) -> str:
    """Return one result as a document of its own."""
    return "".join(document(result.problem.slug, [(result.submission.path or result.problem.slug, result)]))


def document(name: str, results: Iterable[tuple[str, Result]]) -> Iterator[str]:
    """Yield a document with a suite for each (name, result), piece by piece."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="{_quoted(name)}">\n'
    for suite, result in results:
        yield _suite(suite, result)
    yield "</testsuites>\n"


def _suite(name: str, result: Result) -> str:
    cases = result.cases
    tests = [_case(name, case) for case in cases] if cases else [_whole(name, result)]
    verdicts: list[str] = [case.verdict for case in cases] if cases else [result.verdict]
    errors = sum(map(is_judge_fault, verdicts))
    skipped = verdicts.count(SKIPPED)
    failures = len(verdicts) - sum(map(is_right, verdicts)) - errors - skipped
    score = "" if result.score is None else f"{result.score:g}"
    facts = {
        "name": _quoted(name),
        "tests": len(tests),
        "failures": failures,
        "errors": errors,
        "skipped": skipped,
        "time": f"{result.resources.wall_s:.6f}",
    }
    head = " ".join(f'{key}="{value}"' for key, value in facts.items())
    properties = (("verdict", str(result.verdict)), ("score", score))
    inner = "".join(f'<property name="{key}" value="{value}"/>' for key, value in properties)
    return f"<testsuite {head}>\n<properties>{inner}</properties>\n{''.join(tests)}</testsuite>\n"


def _case(suite: str, case: CaseResult) -> str:
    return _test(
        f"{suite}.{case.group}", case.name, case.wall_s, _outcome(case.verdict, case.reason, case.message)
    )


def _whole(suite: str, result: Result) -> str:
    """Return the one test of a submission that was not run on any case."""
    return _test(suite, "submission", result.resources.wall_s, _outcome(result.verdict, None, result.message))


def _test(group: str, name: str, seconds: float, outcome: str) -> str:
    head = f'<testcase classname="{_quoted(group)}" name="{_quoted(name)}" time="{seconds:.6f}"'
    return f"{head}>{outcome}</testcase>\n" if outcome else f"{head}/>\n"


def _outcome(verdict: str, reason: str | None, message: str | None) -> str:
    if is_right(verdict):
        return ""
    if verdict == SKIPPED:
        return "<skipped/>"
    tag = "error" if is_judge_fault(verdict) else "failure"
    kind = f"{verdict}.{reason}" if reason else verdict
    said = _quoted(message or verdict)
    return f'<{tag} type="{_quoted(kind)}" message="{said}">{said}</{tag}>'


def _quoted(text: str) -> str:
    return escape.xml(escape.line(text, _NAME))
