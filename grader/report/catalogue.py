"""The list of problems in words: what `grader list` prints."""

from collections.abc import Mapping, Sequence
from typing import Any

from grader.report.blocks import Block, Gap, Grid, Span, Spans, paragraph, span
from grader.report.content import figure

_TITLES = ("problem", "title", "difficulty")


def catalogue(rows: Sequence[Mapping[str, Any]]) -> tuple[Block, ...]:
    """Return the list of problems, by collection; one that breaks its rules is named with its fault.

    How the reader stands with them is told once there was an attempt at one of them.
    """
    if not rows:
        return (paragraph("No problems were found. Name a folder that holds some with --problems DIR."),)
    begun = any(row["attempts"] for row in rows)
    by_collection: dict[str, list[Spans]] = {}
    for row in rows:
        if not row["fault"]:
            cells = tuple(span(row[key] or "", limit=80) for key in ("slug", "title", "difficulty"))
            table = by_collection.setdefault(row["collection"] or "", [])
            table.append((*cells, _mine(row)) if begun else cells)
    found: list[Block] = []
    for collection, table in by_collection.items():
        found += [
            Gap(),
            paragraph(span(collection, "strong", limit=80)),
            Grid((*_TITLES, "yours") if begun else _TITLES, tuple(table), frozenset(range(4))),
        ]
    for row in rows:
        if row["fault"]:
            found += [Gap(), paragraph(span(f"{row['slug']}: ", "warn"), span(row["fault"] or ""))]
    return tuple(found)


def _mine(row: Mapping[str, Any]) -> Span:
    """Return ``solved``, which takes the whole score, or the best score so far."""
    if row["solved"]:
        return Span("solved", "good")
    return Span("" if row["best_score"] is None else f"{figure(row['best_score'])} of 100")
