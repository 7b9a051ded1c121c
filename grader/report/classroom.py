"""A class in a few lines: what `grader batch` says when it is done."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from grader.report.blocks import Bar, Bars, Block, Gap, Grid, Heading, Span, joined, paragraph, span
from grader.verdicts import ROWS

_MOST = 8


@dataclass(frozen=True, slots=True)
class ClassFigures:
    """What is said of one batch."""

    title: str
    slug: str
    out: str
    verdicts: Mapping[str, int]
    mean: float | None
    median: float | None
    mistakes: tuple[tuple[str, int], ...]
    hardest: tuple[tuple[str, int, int], ...]
    graded: int
    left: tuple[tuple[str, str], ...]
    missing: int
    changes: int | None


def class_report(figures: ClassFigures) -> tuple[Block, ...]:
    """Return the report."""
    return joined(
        (
            _head(figures),
            _verdicts(figures),
            _mistakes(figures),
            _hardest(figures),
            _left(figures),
            _end(figures),
        )
    )


def _head(figures: ClassFigures) -> Iterator[Block]:
    total = sum(figures.verdicts.values())
    yield Gap()
    yield paragraph(span(f"{figures.title} ({figures.slug})", "strong", limit=200))
    scores = "" if figures.mean is None else f", mean score {figures.mean:g}, median {figures.median:g}"
    yield paragraph(f"{_count(total, 'submission')}{scores}")
    if figures.graded < total:
        yield paragraph(Span(f"{figures.graded:,} graded now, the others before", "quiet"))


def _verdicts(figures: ClassFigures) -> Iterator[Block]:
    total = sum(figures.verdicts.values())
    rows = [
        Bar(str(row.code), n / total, f"{n:,}", Span(row.title.lower(), "quiet"))
        for row in ROWS
        if (n := figures.verdicts.get(row.code, 0))
    ]
    if rows:
        yield Gap()
        yield Bars(tuple(rows))


def _mistakes(figures: ClassFigures) -> Iterator[Block]:
    if figures.mistakes:
        yield Heading("Mistakes that were made")
        rows = tuple((span(name.replace("_", " ")), Span(f"{n:,}")) for name, n in figures.mistakes[:_MOST])
        yield Grid(("", ""), rows)


def _hardest(figures: ClassFigures) -> Iterator[Block]:
    if figures.hardest:
        yield Heading("Hardest cases")
        rows = tuple(
            (span(name, limit=60), Span(f"{passed:,} of {total:,} right"))
            for name, passed, total in figures.hardest[:5]
        )
        yield Grid(("", ""), rows)


def _left(figures: ClassFigures) -> Iterator[Block]:
    if figures.left:
        yield Heading(f"Not graded: {_count(len(figures.left), 'file')}")
        for path, reason in figures.left[:_MOST]:
            yield paragraph(span(path, "strong", limit=100), span(f" {reason}", limit=200), indent=2)
        if len(figures.left) > _MOST:
            yield paragraph(
                Span(f"and {len(figures.left) - _MOST:,} more, in summary.json", "quiet"), indent=2
            )


def _end(figures: ClassFigures) -> Iterator[Block]:
    yield Gap()
    if figures.missing:
        yield paragraph(f"{_count(figures.missing, 'learner')} of the list handed nothing in.")
    if figures.changes is not None:
        what = "No verdict or score has changed." if not figures.changes else (
            f"{_count(figures.changes, 'verdict or score', 'verdicts or scores')} changed, see changes.csv."
        )  # fmt: skip
        yield paragraph(what)
    yield paragraph(
        "Results are in ", span(figures.out, "code", limit=300), ": report.html, grades.csv, feedback/."
    )


def _count(n: int, one: str, several: str = "") -> str:
    return f"{n:,} {one if n == 1 else several or one + 's'}"
