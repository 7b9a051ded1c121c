"""What the examination of a machine found, in blocks."""

from collections.abc import Mapping, Sequence
from typing import Any

from grader.report.blocks import Block, Gap, Grid, Heading, Span, joined, paragraph, span


def health_report(found: Mapping[str, Any]) -> tuple[Block, ...]:
    """Return the report on `found`, which is what ``grader doctor --format json`` prints."""
    return joined((_protections(found["protections"]), _machine(found), _sum(found)))


def _protections(rows: Sequence[Mapping[str, Any]]) -> Sequence[Block]:
    if not rows:
        return ()
    cells = tuple(
        (_mark(row["ok"]), span(row["name"], limit=60), span(row["found"], "quiet", 80)) for row in rows
    )
    return (Grid(("", "what a submission tries", "what came of it"), cells, frozenset({0, 1, 2})),)


def _mark(ok: bool) -> Span:  # noqa: FBT001 - the cell of a table
    return span("holds", "good") if ok else span("FAILS", "bad")


def _machine(found: Mapping[str, Any]) -> Sequence[Block]:
    facts = {**found["machine"], "problems": ", ".join(found["problems"]) or "none"}
    cells = tuple((span(name, "strong"), span(value, limit=200)) for name, value in facts.items())
    return (Gap(), Grid(("", ""), cells, frozenset({0, 1})))


def _sum(found: Mapping[str, Any]) -> Sequence[Block]:
    if found["healthy"]:
        return (Heading("Every protection holds."),)
    failed = [row["name"] for row in found["protections"] if not row["ok"]]
    why = found["fault"] or f"not held off here: {', '.join(failed)}; {found['way_out']}"
    return (Heading("Submissions can't be run safely on this machine."), paragraph(span(why, "bad")))
