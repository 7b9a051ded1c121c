"""A verification as text, and as plain data."""

from collections.abc import Iterator, Sequence
from typing import Any

from grader.authoring.verify.model import Checked, Verification
from grader.report.blocks import Block, Gap, Grid, Heading, Span, Style, code, paragraph, span

SCHEMA_VERSION = 1
_STYLES: dict[str, Style] = {"ok": "good", "failed": "bad", "skipped": "quiet"}


def report(verifications: Sequence[Verification]) -> tuple[Block, ...]:
    """Return a report: for each problem one table, and below it the findings."""
    return tuple(block for one in verifications for block in _one(one))


def _one(verification: Verification) -> Iterator[Block]:
    broken = sum(check.status == "failed" for check in verification.checks)
    verdict = f"{broken} of {len(verification.checks)} rules broken" if broken else "all rules kept"
    yield Gap()
    yield paragraph(
        span(verification.slug, "strong", limit=100),
        ": ",
        Span(verdict, "bad" if broken else "good"),
        Span(f" ({verification.wall_s:.1f} s)", "quiet"),
    )
    yield Gap()
    rows = tuple(
        (Span(check.rule), Span(check.status, _STYLES[check.status]), span(check.figures, limit=160))
        for check in verification.checks
    )
    yield Grid(("rule", "", ""), rows, left=frozenset({0, 1, 2}))
    for check in verification.checks:
        if check.findings:
            yield from _findings(check)
    for note in verification.notes:
        yield Gap()
        yield paragraph(span(note, limit=300))


def _findings(check: Checked) -> Iterator[Block]:
    yield Heading(f"{check.rule}: {check.title}")
    for finding in check.findings:
        yield Gap()
        yield paragraph(span(str(finding), limit=1000), marker="- ")
        if finding.detail:
            yield code(finding.detail, indent=4)


def data(verifications: Sequence[Verification]) -> dict[str, Any]:
    """Return the same as plain data, for JSON."""
    return {
        "schema_version": SCHEMA_VERSION,
        "ok": all(one.ok for one in verifications),
        "problems": [_data(one) for one in verifications],
    }


def _data(one: Verification) -> dict[str, Any]:
    return {
        "slug": one.slug,
        "folder": one.folder,
        "ok": one.ok,
        "wall_s": round(one.wall_s, 3),
        "rules": [
            {
                "rule": check.rule,
                "title": check.title,
                "status": check.status,
                "figures": check.figures,
                "findings": [
                    {"where": f.where, "message": f.message, "detail": f.detail} for f in check.findings
                ],
            }
            for check in one.checks
        ],
        "mutation": _mutation(one),
        "notes": list(one.notes),
    }


def _mutation(one: Verification) -> dict[str, Any] | None:
    score = one.mutation
    if score is None:
        return None
    return {
        "mutants": score.mutants,
        "killed": score.killed,
        "equivalent": score.equivalent,
        "percent": round(score.percent, 2),
        "draws": score.draws,
        "survivors": [
            {
                "fault": s.fault,
                "line": s.line,
                "what": s.what,
                "state": s.state,
                "diff": s.diff,
                "code": s.code,
            }
            for s in score.survivors
        ],
    }
