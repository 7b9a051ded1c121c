"""The Markdown of a problem's page as blocks: what the pages use, and everything else as plain text.

Headings, paragraphs, lists, tables, fenced code, quotes, formulas in ``$…$`` and ``$$…$$``; in a line,
code, strong and emphasised text, and links.
"""

import re
from collections.abc import Callable, Iterator

from grader.report.blocks import Block, Code, Gap, Grid, Heading, Paragraph, Span, Spans, Style, span
from grader.report.formula import formula

_INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|(?<!\\)\$(?P<formula>[^$\n]+)\$"
    r"|\*\*(?P<strong>[^\n]+?)\*\*(?!\*)"
    r"|(?<![\w*])\*(?P<em>[^*\s][^*\n]*)\*(?!\w)"
    r"|\[(?P<label>[^\]\n]+)\]\((?P<target>[^)\s]+)\)"
    r"|\\(?P<literal>[$*`_|\\])"
)
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_ITEM = re.compile(r"(\s*)([-*+]|\d{1,9}[.)])\s+(.*)")
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_RULE = re.compile(r"\|?[\s|:-]*-[\s|:-]*$")
_DISPLAY = re.compile(r"\$\$(.+?)\$\$", re.DOTALL)


def inline(text: str, style: Style = "plain") -> Spans:
    """Return one paragraph's text as spans."""
    spans: list[Span] = []
    at = 0
    for found in _INLINE.finditer(text):
        if found.start() > at:
            spans.append(_span(text[at : found.start()], style))
        spans.extend(_inline(found, style))
        at = found.end()
    if at < len(text):
        spans.append(_span(text[at:], style))
    return tuple(spans)


def blocks(source: str) -> tuple[Block, ...]:
    """Return the Markdown `source` as blocks."""
    return tuple(_blocks(source.replace("\r\n", "\n").split("\n")))


def _inline(found: re.Match[str], style: Style) -> Spans:
    match found.lastgroup:
        case "code":
            return (_span(found["code"], "code"),)
        case "formula":
            return (_span(formula(found["formula"]).replace("\n", "; "), style),)
        case "strong":
            return inline(found["strong"], "strong")
        case "em":
            return inline(found["em"], style)
        case "target":
            return (*inline(found["label"], style), _span(f" ({found['target']})", "quiet"))
        case _:
            return (_span(found["literal"], style),)


def _span(text: str, style: Style) -> Span:
    return span(" ".join(text.split("\n")), style, limit=20_000)


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            yield Gap()
            at += 1
        elif fence := _FENCE.match(line):
            end = _end_of_fence(lines, at, fence[1])
            yield Code(tuple(_span(code, "plain").text for code in lines[at + 1 : end]))
            at = end + 1
        elif found := _HEADING.match(line):
            yield Heading("".join(s.text for s in inline(found[2])), 3)
            at += 1
        elif line.lstrip().startswith("|"):
            end = _while(lines, at, lambda text: text.lstrip().startswith("|"))
            yield _table(lines[at:end])
            at = end
        elif line.lstrip().startswith("$$"):
            end = _end_of_display(lines, at)
            yield from _display("\n".join(lines[at:end]))
            at = end
        elif item := _ITEM.match(line):
            end = _while(lines, at + 1, _continues)
            text = " ".join([item[3], *(more.strip() for more in lines[at + 1 : end])])
            marker = "• " if item[2] in "-*+" else f"{item[2]} "
            yield Paragraph(inline(text), 2 * (len(item[1].expandtabs()) // 2), marker)
            at = end
        else:
            end = _while(lines, at + 1, _continues)
            quote = line.lstrip().startswith(">")
            text = " ".join(more.strip().removeprefix("> ").removeprefix(">") for more in lines[at:end])
            yield Paragraph(inline(text), 2 if quote else 0)
            at = end


def _while(lines: list[str], at: int, holds: Callable[[str], bool]) -> int:
    while at < len(lines) and holds(lines[at]):
        at += 1
    return at


def _continues(line: str) -> bool:
    """Return whether a line goes on with the paragraph before it."""
    starts_something = _HEADING.match(line) or _ITEM.match(line) or _FENCE.match(line)
    return bool(line.strip()) and not starts_something and not line.lstrip().startswith(("|", "$$"))


def _end_of_fence(lines: list[str], at: int, fence: str) -> int:
    return _while(lines, at + 1, lambda text: not text.strip().startswith(fence))


def _end_of_display(lines: list[str], at: int) -> int:
    text = ""
    for end in range(at, len(lines)):
        text += lines[end]
        if text.count("$$") % 2 == 0:
            return end + 1
    return len(lines)


def _display(text: str) -> Iterator[Block]:
    for source in _DISPLAY.findall(text) or [text.strip().strip("$")]:
        for shown in formula(source).split("\n"):
            yield Paragraph((span(shown, "strong", limit=4000),), 4)


def _table(lines: list[str]) -> Grid:
    rows = [_cells(line) for line in lines if not _RULE.fullmatch(line.strip())]
    columns = max(len(row) for row in rows) if rows else 0
    padded = [(*row, *[""] * (columns - len(row))) for row in rows]
    plain = ["".join(s.text for s in inline(cell)) for cell in (padded[0] if padded else ())]
    # A cell is one span: the styles inside it are given up for columns that line up.
    body = tuple(tuple(Span("".join(s.text for s in inline(cell))) for cell in row) for row in padded[1:])
    return Grid(tuple(plain), body, frozenset(range(columns)))


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]
