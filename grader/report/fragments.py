"""Blocks as HTML: what a report says, for a page.

All text is escaped here once more, whoever made the span; no element carries a style, a script or an event
of its own, so a page may forbid all of these. Nothing is said by colour alone.

What comes out is one ``<div class="report">``. `base.css` styles what is in it:

``part``
    A run of blocks, between gaps and headings.
``verdict``
    A verdict's letters, with ``good``, ``bad``, ``warn`` or ``quiet``.
``good``, ``bad``, ``warn``, ``quiet``
    The style of a span; figures in a table that are ``good`` or ``bad`` are ``<mark>`` elements, and their
    row ``differs``.
``value``
    A paragraph ``name = value``.
``in``
    A paragraph, list or table that belongs to the one before it.
``notes``
    A list of notes, which cost nothing.
``bars``, ``label``, ``note``
    A list of groups with a ``<progress>`` each; a group's name; what it earned.
``num``
    Figures that are set to the right.
``pair``
    Two ``<div>`` that stand beside each other where there is room.
``scroll``
    What may be wider than the page, and scrolls by itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from grader.report import escape
from grader.report.blocks import (
    Bar,
    Bars,
    Block,
    Code,
    Gap,
    Grid,
    Heading,
    Pair,
    Paragraph,
    Span,
    Spans,
    Style,
)
from grader.verdicts import BY_CODE

_ELEMENTS: Mapping[str, str] = {"plain": "", "strong": "strong", "code": "code"}
_MAX_HEADING = 6


def html(blocks: Iterable[Block], *, level: int = 3) -> str:
    """Return `blocks` as HTML.

    Parameters
    ----------
    blocks
        As `grader.report.content` and the like make them.
    level
        Of the headings, 1 to 6.
    """
    parts = "".join(_part(part, level) for part in _parts(blocks))
    return f'<div class="report">{parts}</div>'


def _parts(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yield runs of blocks: a gap ends one, a heading begins one."""
    part: list[Block] = []
    for block in blocks:
        ends = isinstance(block, Heading) or (isinstance(block, Gap) and not _is_title(part))
        if part and ends:
            yield part
            part = []
        if not isinstance(block, Gap):
            part.append(block)
    if part:
        yield part


def _is_title(part: Sequence[Block]) -> bool:
    return bool(part) and isinstance(part[-1], Heading)


def _part(part: Sequence[Block], level: int) -> str:
    return f'<div class="part">{"".join(_runs(part, level))}</div>'


def _runs(part: Sequence[Block], level: int) -> Iterator[str]:
    """Yield elements: paragraphs with markers that follow each other are one list."""
    for marker, run in groupby(part, key=_marker):
        if not marker:
            yield from (_block(block, level) for block in run)
            continue
        items = "".join(f"<li>{_spans(p.spans)}</li>" for p in run if isinstance(p, Paragraph))
        tag = "ol" if marker == "1" else "ul"
        kind = ' class="notes"' if marker == "!" else ""
        yield f"<{tag}{kind}>{items}</{tag}>"


def _marker(block: Block) -> str:
    marker = block.marker.strip() if isinstance(block, Paragraph) else ""
    return "1" if marker[:1].isdigit() else marker


def _block(block: Block, level: int) -> str:
    match block:
        case Heading():
            tag = f"h{min(level + block.level - 1, _MAX_HEADING)}"
            return f"<{tag}>{escape.html(block.text)}</{tag}>"
        case Paragraph():
            return _paragraph(block)
        case Code():
            lines = "\n".join(escape.html(line) for line in block.lines)
            return f'<pre tabindex="0"><code>{lines}</code></pre>'
        case Bars():
            return _bars(block.rows)
        case Grid():
            return _grid(block)
        case Pair(left, right):
            sides = ("".join(_block(inner, level) for inner in side) for side in (left, right))
            return f'<div class="pair">{"".join(f"<div>{side}</div>" for side in sides)}</div>'
        case Gap():
            return ""


def _paragraph(block: Paragraph) -> str:
    if block.value:
        name, *rest = block.spans
        about = f" {_spans(tuple(rest))}" if any(s.text for s in rest) else ""
        return f'<p class="value"><code>{escape.html(name.text.rstrip())}</code>{about}</p>'
    kind = ' class="in"' if block.indent else ""
    return f"<p{kind}>{_spans(block.spans)}</p>"


def _spans(spans: Spans) -> str:
    return "".join(_span(s) for s in spans)


def _span(span: Span) -> str:
    text = escape.html(span.text)
    if span.text in BY_CODE:
        return f'<b class="verdict {span.style}">{text}</b>'
    element = _ELEMENTS.get(span.style)
    if element is None:
        return f'<span class="{span.style}">{text}</span>'
    return f"<{element}>{text}</{element}>" if element else text


def _bars(rows: Sequence[Bar]) -> str:
    # What the bar shows stands beside it in figures, so it is left out for those who have it read to them.
    items = "".join(
        f'<li><span class="label">{escape.html(row.label)}</span> '
        f'<progress aria-hidden="true" class="{_bar_style(row)}" value="{row.share:.4f}"></progress> '
        f'<span class="num">{escape.html(row.passed)}</span> <span class="note">{_span(row.note)}</span></li>'
        for row in rows
    )
    return f'<ul class="bars">{items}</ul>'


def _bar_style(row: Bar) -> Style:
    return "good" if row.share >= 1 else "warn"


def _grid(grid: Grid) -> str:
    head = ""
    if any(grid.header):
        cells = "".join(
            f'<th scope="col"{_kind(n, grid)}>{escape.html(title)}</th>' if title else "<td></td>"
            for n, title in enumerate(grid.header)
        )
        head = f"<thead><tr>{cells}</tr></thead>"
    body = "".join(_row(row, grid) for row in grid.rows)
    table = f"<table>{head}<tbody>{body}</tbody></table>"
    return f'<div class="scroll" tabindex="0" role="group" aria-label="Table">{table}</div>'


def _row(row: Spans, grid: Grid) -> str:
    differs = ' class="differs"' if any(cell.style == "bad" for cell in row) else ""
    first, *rest = row
    cells = f'<th scope="row"{_kind(0, grid)}>{_cell(first, 0, grid)}</th>' + "".join(
        f"<td{_kind(n, grid)}>{_cell(cell, n, grid)}</td>" for n, cell in enumerate(rest, 1)
    )
    return f"<tr{differs}>{cells}</tr>"


def _kind(column: int, grid: Grid) -> str:
    return "" if column in grid.left else ' class="num"'


def _cell(cell: Span, column: int, grid: Grid) -> str:
    if cell.style in ("good", "bad") and cell.text and column not in grid.left:
        return f'<mark class="{cell.style}">{escape.html(cell.text)}</mark>'
    return _span(cell) if cell.text else ""
