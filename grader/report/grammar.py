r"""The Markdown of a problem, as a terminal and a page both read it: one parser, configured once.

CommonMark with tables. HTML is text. Links that would run something are text. Formulas are ``$…$`` in a
line and ``$$…$$`` on lines of their own. So that prices stay prices, a formula in a line neither begins nor
ends with a space, and no digit follows it; ``\$`` is always a dollar.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_FORMULA = re.compile(
    r"\$\$(?P<display>(?:\\.|[^$\\])++)\$\$|\$(?!\s)(?P<inline>(?:\\.|[^$\\])++)(?<!\s)\$(?!\d)", re.DOTALL
)
# What no rule for a line begins at: text without it is shown as it is.
_SPECIAL = re.compile(r"[\\`*_\[!<&$\r\n\0]")


# A page is one file, at an address that its author does not know: a relative link would lead nowhere.
_ADDRESSES = ("#", "http://", "https://", "mailto:")


def _drop_relative_links(state: "StateCore") -> None:
    """Leave the text of links that lead nowhere."""
    for token in state.tokens:
        kept: list[Token] = []
        dropped: list[bool] = []  # of the links that are open
        for child in token.children or ():
            if child.type == "link_open":
                dropped.append(not str(child.attrs["href"]).lower().startswith(_ADDRESSES))
            drop = child.type in ("link_open", "link_close") and dropped[-1]
            if child.type == "link_close":
                dropped.pop()
            kept += [] if drop else [child]
        if token.children is not None:
            token.children = kept


@cache
def parser() -> "MarkdownIt":
    """Return the parser."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - only where something has to be parsed

    made = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable("table")
    made.inline.ruler.before("escape", "formula", _read_inline)
    made.block.ruler.before(
        "fence", "formula", _read_block, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    made.core.ruler.push("addresses", _drop_relative_links)
    return made


def parse(source: str) -> "list[Token]":
    """Return the tokens of a text with blocks."""
    return parser().parse(source, {})


def parse_line(source: str) -> "list[Token]":
    """Return the tokens of one line or paragraph."""
    (line,) = parser().parseInline(source, {})
    return line.children or []


def is_plain(source: str) -> bool:
    """Return whether one line is shown as it is, so that it need not be parsed."""
    return not _SPECIAL.search(source)


def dollars(source: str, *, block: bool) -> str:
    """Return a formula between its dollars, to show one that can't be read."""
    mark = "$$" if block else "$"
    return f"{mark}{source}{mark}"


def _read_inline(state: "StateInline", silent: bool) -> bool:  # noqa: FBT001 - how markdown-it calls it
    found = _FORMULA.match(state.src, state.pos, state.posMax)
    if not found or not found[found.lastgroup or 0].strip():
        return False
    if not silent:
        token = state.push("formula", "math", 0)
        token.block = found["display"] is not None
        token.content = found["display"] or found["inline"]
    state.pos = found.end()
    return True


def _read_block(state: "StateBlock", start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    if state.is_code_block(start) or not _line(state, start).startswith("$$"):
        return False
    text, at = "", start
    while at < end and state.sCount[at] >= state.blkIndent and (line := _line(state, at)):
        text, at = f"{text}\n{line}", at + 1
        if text.count("$$") % 2 == 0:
            break
    formulas = [(found["display"] or "").strip() for found in _FORMULA.finditer(text)]
    # Whatever else stands there makes it a paragraph with formulas.
    if not formulas or not all(formulas) or _FORMULA.sub("", text).strip():
        return False
    if not silent:
        for source in formulas:
            token = state.push("formula_block", "math", 0)
            token.block = True
            token.content, token.map = source, [start, at]
        state.line = at
    return True


def _line(state: "StateBlock", n: int) -> str:
    text: str = state.src[state.bMarks[n] + state.tShift[n] : state.eMarks[n]]
    return text.strip()
