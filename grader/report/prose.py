"""The Markdown of a problem as HTML, formulas as MathML.

HTML in it is text, an image is its alternative text, links that would run something are text. No element
carries a style of its own: how a column is aligned is a class.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from grader.report import escape, grammar, mathml

if TYPE_CHECKING:
    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token

_ALL = 2**21  # characters: more than a file of a problem may have
_BEFORE = re.compile(r"\S{1,12}\Z")
_AFTER = re.compile(r"\S{1,12}(?!\S)")
_MAX_HEADING = 6
_SCROLL = '<div class="scroll" tabindex="0" role="group" aria-label="Table">'


def python(source: str) -> str:
    """Return Python as HTML: escaped, with a ``<span>`` around each word that has a colour."""
    from pygments import highlight  # noqa: PLC0415 - for pages only
    from pygments.formatters import HtmlFormatter  # noqa: PLC0415
    from pygments.lexers import PythonLexer  # noqa: PLC0415

    written: str = highlight(escape.block(source), PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    return written


def html(source: str, *, level: int = 3) -> str:
    """Return the Markdown `source` as HTML, the headings of its highest level as those of `level`."""
    tokens = grammar.parse(source)
    used = sorted({token.tag for token in tokens if token.type == "heading_open"})
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(level + used.index(token.tag), _MAX_HEADING)}"
        _keep_together(token.children or [])
    _set_cells(tokens)
    return f'<div class="prose">{_rendered(tokens)}</div>'


def inline(source: str) -> str:
    """Return one line or paragraph of Markdown as HTML, without an element around it."""
    tokens = grammar.parse_line(source)
    _keep_together(tokens)
    return _rendered(tokens)


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


def _keep_together(pieces: Sequence["Token"]) -> None:
    """Give each formula in a line what stands beside it without a space: a bracket, a full stop, ``-th``."""
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


def _rendered(tokens: Sequence["Token"]) -> str:
    written: str = _renderer().render(tokens, grammar.parser().options, {})
    return written


@cache
def _renderer() -> "RendererHTML":
    from markdown_it.renderer import RendererHTML  # noqa: PLC0415 - for pages only

    renderer = RendererHTML()
    rules: dict[str, Any] = {
        "text": lambda tokens, n, *_: _text(tokens[n].content),
        "code_inline": lambda tokens, n, *_: f"<code>{_text(tokens[n].content)}</code>",
        "formula": lambda tokens, n, *_: _formula(tokens[n]),
        "formula_block": lambda tokens, n, *_: _display(tokens[n].content),
        "fence": lambda tokens, n, *_: _code(tokens[n]),
        "code_block": lambda tokens, n, *_: _code(tokens[n]),
        "table_open": lambda *_: f"{_SCROLL}<table>",
        "table_close": lambda *_: "</table></div>",
        "link_open": lambda tokens, n, *_: _link(tokens[n]),
        "image": lambda tokens, n, *_: _image(tokens[n]),
    }
    renderer.rules.update(rules)
    return renderer


def _text(text: str) -> str:
    return escape.html(text, _ALL)


def _formula(token: "Token") -> str:
    if token.block:
        return "".join(mathml.display(token.content))
    pieces = list(mathml.inline(token.content))
    before, after = (_text(token.meta.get(side, "")) for side in ("before", "after"))
    pieces[0] = f"{before}{pieces[0]}"
    pieces[-1] = f"{pieces[-1]}{after}"
    for at in {0, len(pieces) - 1} if before or after else ():
        pieces[at] = f'<span class="whole">{pieces[at]}</span>'
    return "<wbr>".join(pieces)


def _display(source: str) -> str:
    box = '<div class="formula" tabindex="0" role="group" aria-label="Formula">'
    return f"{box}{''.join(mathml.display(source))}</div>\n"


def _code(token: "Token") -> str:
    known = token.info.strip().lower() in ("python", "py")
    text = python(token.content) if known else _text(token.content)
    return f'<pre tabindex="0"><code>{text}</code></pre>\n'


def _link(token: "Token") -> str:
    title = f' title="{_text(str(token.attrs["title"]))}"' if "title" in token.attrs else ""
    return f'<a href="{_text(str(token.attrs["href"]))}"{title} rel="noopener noreferrer">'


def _image(token: "Token") -> str:
    return _rendered(token.children or []) or _text(str(token.attrs.get("src", "")))
