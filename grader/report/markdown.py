"""The Markdown of a problem as blocks: for a terminal, and for the words of a report.

What a terminal can't show is left out or written out: emphasis is plain, an image is its alternative text,
a link is its text and its address. An empty line of the source is an empty line.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from grader.report import grammar
from grader.report.blocks import Block, Code, Gap, Grid, Heading, Paragraph, Span, Spans, Style, span
from grader.report.escape import block
from grader.report.formula import formula

if TYPE_CHECKING:
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

_ALL = 2**21  # characters: more than a file of a problem may have
_MAX_INDENT = 20
_RULE = "─" * 12


def inline(text: str, style: Style = "plain") -> Spans:
    """Return one line or paragraph of Markdown as spans."""
    if grammar.is_plain(text):
        return (_span(text, style),)
    return tuple(s for line in _lines(grammar.parse_line(text), style) for s in (Span(" "), *line))[1:]


def blocks(source: str) -> tuple[Block, ...]:
    """Return the Markdown `source` as blocks."""
    from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415 - see `grammar`

    root = SyntaxTreeNode(grammar.parse(source))
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return tuple(_blocks(root.children, 0, _Source(lines)))


class _Source:
    """The lines of a text, to see where it has empty ones."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def has_gap_before(self, node: "SyntaxTreeNode") -> bool:
        at = node.map[0] if node.map else 0
        return at > 0 and not self._lines[at - 1].strip(" \t>")


def _blocks(
    nodes: "Sequence[SyntaxTreeNode]", indent: int, source: _Source, marker: str = ""
) -> Iterator[Block]:
    """Yield blocks; `marker` stands before the first of them."""
    indent = min(indent, _MAX_INDENT)
    inner = indent + len(marker)
    if marker and (not nodes or nodes[0].type != "paragraph"):
        yield Paragraph((), indent, marker)
        marker = ""
    for n, node in enumerate(nodes):
        if n and source.has_gap_before(node):
            yield Gap()
        if node.type == "paragraph":
            lines = _lines(_children(node))
            yield Paragraph(lines[0], indent if marker else inner, marker)
            yield from (Paragraph(line, inner) for line in lines[1:])
            marker = ""
        else:
            yield from _block(node, inner, source)


def _block(node: "SyntaxTreeNode", indent: int, source: _Source) -> Iterator[Block]:
    match node.type:
        case "heading":
            yield Heading(_text(_joined(_children(node))), 3)
        case "fence" | "code_block":
            yield Code(tuple(block(node.content.rstrip("\n"), _ALL).split("\n")), indent + 2)
        case "formula_block":
            yield from _display(node.content, indent + 4)
        case "bullet_list" | "ordered_list":
            yield from _list(node, indent, source)
        case "blockquote":
            yield from _blocks(node.children, indent + 2, source)
        case "table":
            yield _table(node, indent)
        case "hr":
            yield Paragraph((Span(_RULE, "quiet"),), indent)
        case _:  # a rule that nobody has given the parser
            yield Paragraph((_span(node.content, "plain"),), indent)


def _list(node: "SyntaxTreeNode", indent: int, source: _Source) -> Iterator[Block]:
    first = int(node.attrs.get("start", 1))
    for n, item in enumerate(node.children):
        if n and source.has_gap_before(item):
            yield Gap()
        marker = "• " if node.type == "bullet_list" else f"{first + n}{item.markup} "
        yield from _blocks(item.children, indent, source, marker)


def _display(source: str, indent: int) -> Iterator[Block]:
    shown = formula(source)
    if shown is None:
        yield Paragraph((_span(grammar.dollars(source, block=True), "plain"),), indent)
        return
    for line in shown.split("\n"):
        yield Paragraph((_span(line, "strong"),), indent)


def _table(node: "SyntaxTreeNode", indent: int) -> Grid:
    head, *body = [row.children for part in node.children for row in part.children]
    left = frozenset(n for n, cell in enumerate(head) if "right" not in str(cell.attrs.get("style", "")))
    # A cell is one span: the styles inside it are given up for columns that line up.
    rows = tuple(tuple(Span(_text(_joined(_children(cell)))) for cell in row) for row in body)
    return Grid(tuple(_text(_joined(_children(cell))) for cell in head), rows, left, indent + 2)


def _children(node: "SyntaxTreeNode") -> "Sequence[Token]":
    """Return the tokens of the line in a paragraph, heading or cell."""
    return [token for line in node.children for token in (line.token and line.token.children) or ()]


def _joined(tokens: "Sequence[Token]") -> Spans:
    return tuple(s for line in _lines(tokens) for s in (*line, Span(" ")))[:-1]


def _lines(tokens: "Sequence[Token]", style: Style = "plain") -> list[Spans]:
    """Return the spans of a paragraph, in as many lines as its hard breaks make."""
    lines: list[list[Span]] = [[]]
    strong = 0
    links: list[str] = []
    for token in tokens:
        match token.type:
            case "hardbreak":
                lines.append([])
            case "strong_open" | "strong_close":
                strong += token.nesting
            case "link_open":
                links.append("" if token.markup == "autolink" else str(token.attrs.get("href", "")))
            case "link_close":
                address = links.pop()
                if address and not address.startswith("#"):
                    lines[-1].append(_span(f" ({address})", "quiet"))
            case _:
                lines[-1].extend(_piece(token, "strong" if strong else style))
    return [tuple(s for s in line if s.text) for line in lines]


def _piece(token: "Token", style: Style) -> Spans:
    match token.type:
        case "softbreak":
            return (Span(" ", style),)
        case "code_inline":
            return (_span(token.content, "code"),)
        case "image":
            return _joined(token.children or ()) or (_span(str(token.attrs.get("src", "")), "quiet"),)
        case "formula":
            shown = formula(token.content)
            return (
                _span(
                    grammar.dollars(token.content, block=token.block)
                    if shown is None
                    else shown.replace("\n", "; "),
                    style,
                ),
            )
        case _:
            return (_span(token.content, style),)


def _span(text: str, style: Style) -> Span:
    return span(text.replace("\n", " ").replace("\t", " "), style, limit=_ALL)


def _text(spans: Spans) -> str:
    return "".join(s.text for s in spans)
