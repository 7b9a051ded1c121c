"""The Markdown of a problem's page as HTML, formulas as MathML.

CommonMark with tables, as markdown-it-py reads it; HTML in it is text, images are not shown, links that
would run something are text. No element carries a style of its own: how a column is aligned is a class.
"""

import re
from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from grader.report import escape, mathml
from grader.report.highlight import python

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_FORMULA = re.compile(r"\$\$(?P<display>[^$]+)\$\$|\$(?P<inline>[^$]+)\$")
_BEFORE = re.compile(r"\S{1,12}\Z")
_AFTER = re.compile(r"\S{1,12}(?!\S)")
_MAX_HEADING = 6
_SCROLL = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'


def html(source: str, *, level: int = 3) -> str:
    """Return the Markdown `source` as HTML, the headings of its highest level as those of `level`."""
    reader = _reader()
    env: MutableMapping[str, Any] = {}
    tokens = reader.parse(source, env)
    used = sorted({token.tag for token in tokens if token.type == "heading_open"})
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(level + used.index(token.tag), _MAX_HEADING)}"
    _set_cells(tokens)
    written: str = reader.renderer.render(tokens, reader.options, env)
    return f'<div class="prose">{written}</div>'


def inline(source: str) -> str:
    """Return one line or paragraph of Markdown as HTML, without an element around it."""
    written: str = _reader().renderInline(source)
    return written


def _set_cells(tokens: Sequence["Token"]) -> None:
    """Make the cells of tables fit for a page without inline styles; an empty one heads no column."""
    for n, token in enumerate(tokens):
        if token.type not in ("th_open", "td_open"):
            continue
        if align := token.attrs.pop("style", None):
            token.attrSet("class", str(align).removeprefix("text-align:"))
        if token.type == "th_open" and not tokens[n + 1].content:
            token.tag = tokens[n + 2].tag = "td"
        elif token.type == "th_open":
            token.attrSet("scope", "col")


@cache
def _reader() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415 - for pages only

    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    reader.inline.ruler.before("escape", "formula", _read_inline)
    reader.block.ruler.before(
        "fence", "formula", _read_block, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    reader.core.ruler.push("formula", _keep_together)
    rules: dict[str, Any] = {
        "formula": lambda _, tokens, n, *__: _formula(tokens[n]),
        "formula_block": lambda _, tokens, n, *__: _display(tokens[n].content),
        "fence": lambda _, tokens, n, *__: _code(tokens[n]),
        "code_block": lambda _, tokens, n, *__: _code(tokens[n]),
        "table_open": lambda *_: f"{_SCROLL}<table>",
        "table_close": lambda *_: "</table></div>",
        "link_open": _link,
    }
    for name, rule in rules.items():
        reader.add_render_rule(name, rule)
    return reader


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
    while at < end and (line := _line(state, at)):
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
            token.content, token.map = source, [start, at]
        state.line = at
    return True


def _keep_together(state: "StateCore") -> None:
    """Give each formula in a line what stands beside it without a space: a bracket, a full stop, ``-th``."""
    for token in state.tokens:
        pieces = token.children or []
        for n, piece in enumerate(pieces):
            if piece.type != "formula":
                continue
            if n and pieces[n - 1].type == "text" and (found := _BEFORE.search(pieces[n - 1].content)):
                piece.meta["before"] = found[0]
                pieces[n - 1].content = pieces[n - 1].content[: found.start()]
            after = pieces[n + 1] if n + 1 < len(pieces) else None
            if after is not None and after.type == "text" and (found := _AFTER.match(after.content)):
                piece.meta["after"] = found[0]
                after.content = after.content[found.end() :]


def _formula(token: "Token") -> str:
    if token.block:
        return "".join(mathml.display(token.content))
    pieces = list(mathml.inline(token.content))
    before, after = (escape.html(token.meta.get(side, "")) for side in ("before", "after"))
    pieces[0] = f"{before}{pieces[0]}"
    pieces[-1] = f"{pieces[-1]}{after}"
    for at in {0, len(pieces) - 1} if before or after else ():
        pieces[at] = f'<span class="whole">{pieces[at]}</span>'
    return "<wbr>".join(pieces)


def _line(state: "StateBlock", n: int) -> str:
    text: str = state.src[state.bMarks[n] + state.tShift[n] : state.eMarks[n]]
    return text.strip()


def _display(source: str) -> str:
    box = '<div class="formula" tabindex="0" role="group" aria-label="Formula">'
    return f"{box}{''.join(mathml.display(source))}</div>\n"


def _code(token: "Token") -> str:
    known = token.info.strip().lower() in ("python", "py")
    text = python(token.content) if known else escape.html(token.content)
    return f'<pre tabindex="0"><code>{text}</code></pre>\n'


def _link(renderer: Any, tokens: Sequence["Token"], n: int, options: Any, env: Any) -> str:
    tokens[n].attrSet("rel", "noopener noreferrer")
    written: str = renderer.renderToken(tokens, n, options, env)
    return written
