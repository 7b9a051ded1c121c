"""Blocks into lines of spans, for a width in terminal cells."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from grader.report.blocks import Bars, Block, Code, Gap, Grid, Heading, Pair, Paragraph, Span, Spans

MIN_WIDTH = 40
_FULL, _EMPTY = "█", "░"
_PARTS = re.compile(r" +|[^ ]+")


def lay_out(blocks: Iterable[Block], width: int) -> list[Spans]:
    """Return the lines of `blocks`, none wider than `width` cells but those of code, which are not wrapped.

    Empty lines never come in pairs, nor first or last.
    """
    width = max(width, MIN_WIDTH)
    lines: list[Spans] = []
    for block in blocks:
        for line in _lines(block, width):
            if line or (lines and lines[-1]):
                lines.append(line)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def cells(text: str) -> int:
    """Return how many terminal cells `text` takes."""
    if text.isascii():
        return len(text)
    return sum(_cell(c) for c in text)


def _cell(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _lines(block: Block, width: int) -> Iterator[Spans]:
    match block:
        case Gap():
            yield ()
        case Heading(text, level):
            yield ()
            yield from _wrap((Span(text, "strong"),), width, "" if level <= 2 else "  ", "")
        case Paragraph(spans, indent, marker):
            first = " " * indent + marker
            yield from _wrap(spans, width, first, " " * cells(first))
        case Code(lines, indent):
            for line in lines:
                yield (Span(" " * indent + line, "code"),) if line else ()
        case Bars():
            yield from _bars(block, width)
        case Grid():
            yield from _grid(block, width)
        case Pair(left, right):
            for inner in (*left, *right):
                yield from _lines(inner, width)


def _wrap(spans: Spans, width: int, first: str, rest: str) -> Iterator[Spans]:
    """Break `spans` at spaces only; a word that is too long for a line is cut."""
    line: list[Span] = [Span(first)] if first else []
    used, empty = cells(first), True
    for gap, word in _words(spans):
        size = sum(cells(piece.text) for piece in word)
        if not empty and used + gap + size > width:
            yield _merged(line)
            line, used, empty = [Span(rest)] if rest else [], cells(rest), True
        elif gap:
            # A space between two words of one style is of that style too.
            same = line and word and line[-1].style == word[0].style
            line.append(Span(" " * gap, line[-1].style if same else "plain"))
            used += gap
        for piece in word:
            left = piece.text
            while cells(left) > width - used:
                fitting = _fitting(left, width - used)
                yield _merged([*line, Span(fitting, piece.style)])
                left = left[len(fitting) :]
                line, used = [Span(rest)] if rest else [], cells(rest)
            line.append(Span(left, piece.style))
            used += cells(left)
        empty = empty and not word
    yield _merged(line)


def _words(spans: Spans) -> Iterator[tuple[int, list[Span]]]:
    """Yield each word, in as many pieces as it has styles, with the number of spaces before it."""
    gap = 0
    word: list[Span] = []
    for span in spans:
        for part in _PARTS.findall(span.text):
            if part[0] != " ":
                word.append(Span(part, span.style))
                continue
            if word:
                yield gap, word
                gap, word = 0, []
            gap += len(part)
    if word:
        yield gap, word


def _fitting(word: str, room: int) -> str:
    used = 0
    for n, character in enumerate(word):
        used += _cell(character)
        if used > room:
            return word[: max(n, 1)]  # at least one, that it comes to an end
    return word


def _merged(line: Sequence[Span]) -> Spans:
    merged: list[Span] = []
    for span in line:
        if merged and merged[-1].style == span.style:
            merged[-1] = Span(merged[-1].text + span.text, span.style)
        else:
            merged.append(span)
    while merged and merged[-1].text.endswith(" "):
        last = merged.pop()
        if text := last.text.rstrip(" "):
            merged.append(Span(text, last.style))
    return tuple(merged)


def _pad(span: Span, width: int, *, left: bool) -> Span:
    room = " " * max(width - cells(span.text), 0)
    return Span(span.text + room if left else room + span.text, span.style)


def _cut(span: Span, width: int) -> Span:
    if cells(span.text) <= width:
        return span
    return Span(_fitting(span.text, max(width - 1, 1)) + "…", span.style)


def _bars(bars: Bars, width: int) -> Iterator[Spans]:
    if not bars.rows:
        return
    label = min(max(cells(row.label) for row in bars.rows), max(width // 3, 12))
    passed = max(cells(row.passed) for row in bars.rows)
    note = max(cells(row.note.text) for row in bars.rows)
    # Two cells of indent, and two between columns. A note that leaves no room for a bar goes below it.
    room = width - 2 - label - passed - note - 6
    below = room < 8
    length = max(min(width - 2 - label - passed - 4 if below else room, 24), 4)
    for row in bars.rows:
        full = length if row.share >= 1 else min(int(row.share * length), length - 1)
        line = [
            Span("  "),
            _pad(_cut(Span(row.label), label), label, left=True),
            Span("  "),
            Span(_FULL * full, "good" if row.share >= 1 else "warn"),
            Span(_EMPTY * (length - full), "quiet"),
            Span("  "),
            _pad(Span(row.passed), passed, left=False),
        ]
        if below:
            yield _merged(line)
            if row.note.text:
                yield from _wrap((row.note,), width, "    ", "    ")
        else:
            yield _merged([*line, Span("  "), row.note])


def _grid(grid: Grid, width: int) -> Iterator[Spans]:
    """Lay out a table; where it is too wide, its widest columns shrink and their cells wrap.

    A word is broken only where none of the columns has a space left to wrap at.
    """
    header = tuple(Span(title, "quiet") for title in grid.header)
    rows = (header, *grid.rows) if any(grid.header) else grid.rows
    columns = range(len(grid.header))
    widths = [max((cells(row[n].text) for row in rows), default=0) for n in columns]
    room = width - grid.indent - 2 * (len(widths) - 1)
    words = [max((cells(word) for row in rows for word in row[n].text.split()), default=0) for n in columns]
    while sum(widths) > room and max(widths) > 8:
        loose = [n for n in columns if widths[n] > max(words[n], 8)] or columns
        widths[max(loose, key=lambda n: widths[n])] -= 1
    for row in rows:
        wrapped = [list(_wrap((row[n],), widths[n], "", "")) for n in columns]
        for k in range(max(map(len, wrapped), default=0)):
            line = [Span(" " * grid.indent)]
            for n in columns:
                cell = wrapped[n][k] if k < len(wrapped[n]) else ()
                text = "".join(span.text for span in cell)
                line += [_pad(Span(text, row[n].style), widths[n], left=n in grid.left), Span("  ")]
            yield _merged(line)
