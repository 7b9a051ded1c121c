"""What a report is made of, before it is laid out: a few kinds of blocks, and text in spans.

A report in words is a sequence of blocks. `grader.report.layout` turns blocks into lines for a width;
`text` joins the lines, `terminal` also colours them: so both say the same. Text in a span is escaped when
the span is made, by `plain` and the like; nothing after that has to think of it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from grader.report import escape

Style = Literal["plain", "strong", "good", "bad", "warn", "quiet", "code"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line in one style; `text` is printable and has no line feed."""

    text: str
    style: Style = "plain"


Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text that wraps. `marker` stands before its first line, the rest is set in below it.

    A paragraph that is a `value` says ``name = value``: it is set as code where there are typefaces.
    """

    spans: Spans
    indent: int = 0
    marker: str = ""
    value: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows, with an empty line before it."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Code:
    """Lines that are kept as they are."""

    lines: tuple[str, ...]
    indent: int = 2


@dataclass(frozen=True, slots=True)
class Bar:
    """A group: how much of it is right, and what that earned."""

    label: str
    share: float  # 0 to 1
    passed: str
    note: Span


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars below each other, in columns."""

    rows: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: rows of cells, columns set to the right unless `left` names them."""

    header: tuple[str, ...]
    rows: tuple[Spans, ...]
    left: frozenset[int] = frozenset({0})
    indent: int = 2


@dataclass(frozen=True, slots=True)
class Gap:
    """An empty line."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs of blocks that stand beside each other where there is room, else one below the other."""

    left: "tuple[Block, ...]"
    right: "tuple[Block, ...]"


Block = Paragraph | Heading | Code | Bars | Grid | Pair | Gap


def span(text: str, style: Style = "plain", limit: int = escape.LINE_CHARACTERS) -> Span:
    """Return `text`, escaped, as a span."""
    return Span(escape.line(text, limit), style)


def paragraph(*spans: str | Span, indent: int = 0, marker: str = "", value: bool = False) -> Paragraph:
    """Return a paragraph of strings (escaped) and spans."""
    return Paragraph(tuple(s if isinstance(s, Span) else span(s) for s in spans), indent, marker, value)


def code(text: str, *, indent: int = 2, lines: int = 40, limit: int = 8000, width: int = 1000) -> Code:
    """Return `text`, escaped, as at most `lines` lines of at most `width` characters."""
    kept = escape.block(text.rstrip("\n"), limit).split("\n")
    kept = [line if len(line) <= width else f"{line[:width]} … ({len(line) - width:,} more)" for line in kept]
    if len(kept) > lines:
        kept = [*kept[:lines], f"… ({len(kept) - lines:,} more lines)"]
    return Code(tuple(kept), indent)


def joined(groups: Iterable[Iterable[Block]]) -> tuple[Block, ...]:
    """Return the blocks of all `groups`, one after the other."""
    return tuple(block for group in groups for block in group)
