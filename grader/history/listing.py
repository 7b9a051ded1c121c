"""Attempts as text and as data: the output of `grader history`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from grader.history.model import Attempt, Standing
from grader.report.blocks import Block, Gap, Grid, Span, Spans, code, paragraph, span
from grader.report.content import figure
from grader.verdicts import role_of

_SHOWN_LINES = 10_000
_SHOWN_CHARACTERS = 2**20


def listing(attempts: Sequence[Attempt], standings: Mapping[str, Standing]) -> Iterator[Block]:
    """Yield the table of `attempts`, the newest first, and what can be done with it.

    Parameters
    ----------
    attempts
        What is listed.
    standings
        How the problems stand whose attempts these are a part of.
    """
    if not attempts:
        yield paragraph("No attempts yet: ", span("grader submit FILE", "code"), " makes one.")
        return
    if len(standings) == 1:
        yield from _summary(*next(iter(standings.items())))
    yield Grid(
        ("attempt", "when", "problem", "verdict", "score"),
        tuple(_row(attempt) for attempt in attempts),
        frozenset({1, 2, 3}),
        0,
    )
    yield Gap()
    total = sum(standing.attempts for standing in standings.values())
    if total > len(attempts):
        yield paragraph(span(f"The newest {len(attempts)} of {total}; --limit N lists more.", "quiet"))
    yield paragraph(span(f"grader history --show {attempts[0].id}", "code"), " prints the code of one.")


def page(attempt: Attempt, source: bytes) -> Iterator[Block]:
    """Yield the code of `attempt` under a line that says which one it is; harmless on a terminal."""
    score = "no score" if attempt.score is None else f"{figure(attempt.score)} of 100"
    yield paragraph(
        span(f"attempt {attempt.id} at {attempt.slug}, {_when(attempt)}: ", "quiet"),
        _verdict(attempt),
        span(f", {score}", "quiet"),
    )
    yield Gap()
    text = source.decode("utf-8", "backslashreplace")
    yield code(text, indent=0, lines=_SHOWN_LINES, limit=_SHOWN_CHARACTERS, width=_SHOWN_CHARACTERS)


def data(attempt: Attempt) -> dict[str, Any]:
    """Return `attempt` as plain data, the time in ISO 8601."""
    return asdict(attempt) | {"when": attempt.when.isoformat()}


def _summary(slug: str, standing: Standing) -> Iterator[Block]:
    state = Span("solved", "good") if standing.solved else Span("not solved yet", "warn")
    facts = [] if standing.best_score is None else [f"best score {figure(standing.best_score)} of 100"]
    facts.append("1 attempt" if standing.attempts == 1 else f"{standing.attempts} attempts")
    yield paragraph(span(f"{slug}: ", "strong", limit=100), state, Span(f", {', '.join(facts)}"))
    yield Gap()


def _row(attempt: Attempt) -> Spans:
    return (
        Span(str(attempt.id)),
        Span(_when(attempt)),
        span(attempt.slug, limit=80),
        _verdict(attempt),
        Span("" if attempt.score is None else figure(attempt.score)),
    )


def _verdict(attempt: Attempt) -> Span:
    return span(attempt.verdict, role_of(attempt.verdict), limit=10)


def _when(attempt: Attempt) -> str:
    """Return when it was by the clock on the wall."""
    return f"{attempt.when.astimezone():%Y-%m-%d %H:%M}"
