r"""A formula's LaTeX as MathML, which a browser sets without a script: ``\frac{1}{d}`` → ``<mfrac>…``.

latex2mathml reads the LaTeX. What it makes is then set right in the places where browsers would space it
otherwise than TeX does (words in upright letters, signs, names of functions, commas inside of numbers), and
written element by element: names and attributes that are not known here are left out, links and styles
among them, and all text is escaped. It is total: a formula that can't be read, here or as text in a
terminal, is shown as its source.
"""

import html
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal
from xml.etree.ElementTree import Element

from grader.report import escape
from grader.report.formula import formula
from grader.report.grammar import dollars

_ELEMENTS = frozenset(
    {"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup",
     "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom"}
)  # fmt: skip
_LENGTH = re.compile(r"-?\d{0,3}(\.\d{1,6})?(em|ex|px|pt|cm|mm)?")
_TRUTH = re.compile("true|false")
_ATTRIBUTES: Mapping[str, re.Pattern[str]] = {
    "display": re.compile("block|inline"),
    "mathvariant": re.compile("normal"),
    "form": re.compile("prefix|infix|postfix"),
    "scriptlevel": re.compile(r"[+-]?\d"),
    "class": re.compile("left|right"),
    **dict.fromkeys(("stretchy", "fence", "accent", "displaystyle"), _TRUTH),
    **dict.fromkeys(("width", "height", "depth", "lspace", "rspace", "linethickness"), _LENGTH),
}
# Environments by names that latex2mathml does not know.
_ENVIRONMENT = re.compile(r"\\(begin|end)\{(aligned|gathered|split)\}")
# Where the letters of a style that MathML no longer has lie in Unicode: of A, of a.
_ALPHABETS: Mapping[str, tuple[int, int]] = {"bold": (0x1D400, 0x1D41A), "bold-italic": (0x1D468, 0x1D482)}
_FUNCTIONS = frozenset(
    {"arccos", "arcsin", "arctan", "arg", "argmax", "argmin", "cos", "cosh", "cot", "coth", "csc", "deg",
     "det", "dim", "exp", "gcd", "hom", "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max",
     "min", "sec", "sin", "sinh", "sup", "tan", "tanh"}
)  # fmt: skip
_LIMITS = frozenset({"argmax", "argmin", "inf", "lim", "liminf", "limsup", "max", "min", "sup"})
_LIMITED: Mapping[str, str] = {"msub": "munder", "msubsup": "munderover"}
_SCRIPTS: Mapping[str, int] = {
    "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3,
}  # fmt: skip
_PLACES: Mapping[str, int] = {**_SCRIPTS, "mfrac": 2, "mroot": 2}  # how many children there must be
_THIN, _WIDE = "0.167em", "2em"
_SIGNS = frozenset("+−-±∓")
_CLOSING = frozenset(")]}⟩⌋⌉|‖!′∞…")
_NAMES = frozenset("…⋯⋮∞∅∀∃⊤⊥")  # stand for something, and are not between things
_BARS = frozenset("|‖")
_TIGHT = _BARS | {"/"}
_UPRIGHT = re.compile("&#x000[4-7][0-9A-F];")  # a single letter in \mathrm
_BREAKS = frozenset(",=≈≠<>≤≥∈∼≡→")
_LONG = 20  # characters
_NO_BREAK = "\u00a0"


@lru_cache(maxsize=500)
def display(source: str) -> tuple[str, ...]:
    r"""Return the LaTeX `source`, without its dollar signs, as a formula on lines of its own.

    What is set apart by ``\qquad`` are formulas by themselves, which a narrow page sets one below the other.
    """
    root = _read(source, "block")
    return (_unread(source, block=True),) if root is None else tuple(_written(part) for part in _parts(root))


@lru_cache(maxsize=2000)
def inline(source: str) -> tuple[str, ...]:
    """Return the LaTeX `source`, without its dollar signs, as a formula in a line.

    Browsers break no line inside of a formula, so a long one comes in pieces between which they may.
    """
    root = _read(source, "inline")
    return (
        (_unread(source, block=False),) if root is None else tuple(_written(piece) for piece in _pieces(root))
    )


def _unread(source: str, *, block: bool) -> str:
    return f'<span class="unread">{escape.html(dollars(source, block=block))}</span>'


def _read(source: str, place: Literal["block", "inline"]) -> Element | None:
    """Return the formula as MathML that has been set right, None if it can't be read."""
    if formula(source) is None:
        return None
    from latex2mathml.converter import convert_to_element  # noqa: PLC0415 - for pages only

    source = _ENVIRONMENT.sub(r"\\\1{align*}", source)
    if place == "block" and "\\\\" in source and "\\begin" not in source:
        source = f"\\begin{{align*}}{source}\\end{{align*}}"
    try:
        root = _tidy(convert_to_element(source, display=place))
        return _with_limits(root) if place == "block" else root
    except Exception:  # noqa: BLE001 - latex2mathml raises whatever comes, and formulas are an author's
        return None


def _with_limits(root: Element) -> Element:
    """Set what stands under max, lim and the like below them, where there is room for it."""
    for child in root[0] if len(root) else ():
        if child.tag in _LIMITED and child[0].text in _LIMITS:
            child.tag = _LIMITED[child.tag]
    return root


def _pieces(root: Element) -> Iterator[Element]:
    """Yield a long formula in pieces that end after a comma or a relation, a short one as it is."""
    children = list(root[0]) if len(root) == 1 and root[0].tag == "mrow" else []
    piece: list[Element] = []
    long = sum(map(len, root.itertext())) > _LONG
    for n, child in enumerate(children if long else ()):
        piece.append(child)
        after = children[n + 1] if n + 1 < len(children) else None
        if after is not None and not _is_space(after) and _may_end(piece):
            yield _math(root, piece)
            piece = []
    yield _math(root, piece) if piece else root


def _parts(root: Element) -> Iterator[Element]:
    """Yield what stands between wide spaces."""
    children = list(root[0]) if len(root) == 1 and root[0].tag == "mrow" else []
    part: list[Element] = []
    for child in children:
        if child.tag == "mspace" and child.get("width") == _WIDE and part:
            yield _math(root, part)
            part = []
        else:
            part.append(child)
    yield _math(root, part) if part else root


def _math(root: Element, row: list[Element]) -> Element:
    made = Element("math", root.attrib)
    inner = Element("mrow")
    inner.extend(row)
    made.append(inner)
    return made


def _may_end(piece: list[Element]) -> bool:
    last = next((element for element in reversed(piece) if not _is_space(element)), None)
    return last is not None and last.tag == "mo" and last.text in _BREAKS


def _is_space(element: Element) -> bool:
    return element.tag == "mspace" or element.text == _NO_BREAK


def _tidy(element: Element) -> Element:
    """Set `element` right, from its leaves up."""
    if element.tag == "mi" and _UPRIGHT.fullmatch(element.text or ""):
        element.set("mathvariant", "normal")
    element.text = html.unescape(element.text or "").removeprefix("\\")  # a command that is not known
    children = [_tidy(child) for child in element]
    if element.tag == "mo" and (element.text in _FUNCTIONS or element.text in _NAMES):
        element.tag = "mi"
    elif element.tag == "mo" and element.text in _BARS and not element.get("form"):
        element.set("stretchy", "false")
    if (start := _ALPHABETS.get(element.get("mathvariant", ""))) is not None:
        element.text = "".join(_letter(c, start) for c in element.text)
    if element.get("columnalign") in ("left", "right"):
        element.set("class", element.get("columnalign", ""))
    if element.tag == "mrow" and _is_word(children):
        return _word("".join(child.text or "" for child in children))
    if (places := _PLACES.get(element.tag)) is None:
        children = list(_row(list(_numbers(children))))
    elif places != len(children):
        raise ValueError(f"{element.tag} has {len(children)} children")
    element[:] = children
    return element


def _letter(character: str, start: tuple[int, int]) -> str:
    if not (character.isascii() and character.isalpha()):
        return character
    upper = character.isupper()
    return chr(start[not upper] + ord(character) - ord("A" if upper else "a"))


def _is_word(children: list[Element]) -> bool:
    letters = [c for c in children if c.tag == "mi" and c.get("mathvariant") == "normal"]
    others = [c for c in children if c not in letters]
    return len(letters) > 1 and all(c.tag == "mtext" and c.text == _NO_BREAK for c in others)


def _word(text: str) -> Element:
    word = Element("mtext" if _NO_BREAK in text else "mi")
    word.text = text
    return word


def _numbers(children: list[Element]) -> Iterator[Element]:
    """Yield `children`, with ``50{,}000`` as one number."""
    at = 0
    while at < len(children):
        here = children[at]
        while here.tag == "mn" and at + 2 < len(children) and _is_inner_comma(children[at + 1]):
            if children[at + 2].tag != "mn":
                break
            here.text = f"{here.text},{children[at + 2].text}"
            at += 2
        yield here
        at += 1


def _is_inner_comma(element: Element) -> bool:
    return element.tag == "mrow" and [(c.tag, c.text) for c in element] == [("mo", ",")]


def _row(children: list[Element]) -> Iterator[Element]:
    before: Element | None = None  # what is not space
    for n, child in enumerate(children):
        if child.tag == "mo" and child.text in _SIGNS and _opens(before):
            child.set("form", "prefix")
        elif child.tag == "mo" and child.text in _TIGHT and not child.get("form"):
            child.set("lspace", "0")
            child.set("rspace", "0")
        if _is_function(child) and _is_ordinary(children[n - 1] if n else None, closing=True):
            yield Element("mspace", width=_THIN)
        yield child
        after = children[n + 1] if n + 1 < len(children) else None
        apart = _is_function(child) or _is_fenced(child)
        if apart and not _is_function(after) and _is_ordinary(after, closing=False):
            yield Element("mspace", width=_THIN)
        if not _is_space(child):
            before = child


def _opens(before: Element | None) -> bool:
    """Return whether a sign after `before` belongs to what comes after it."""
    return before is None or (before.tag == "mo" and before.text not in _CLOSING)


def _is_function(element: Element | None) -> bool:
    while element is not None and element.tag in _SCRIPTS:
        element = element[0]
    return element is not None and element.tag == "mi" and element.text in _FUNCTIONS


def _is_fenced(element: Element) -> bool:
    return element.tag == "mrow" and len(element) > 0 and element[-1].get("form") == "postfix"


def _is_ordinary(element: Element | None, *, closing: bool) -> bool:
    """Return whether a function needs space to be told from `element`: from a letter, not from a bracket."""
    while element is not None and element.tag in _SCRIPTS:
        element = element[0]
    if element is None or element.tag in ("mspace", "mtext"):
        return False
    return element.tag != "mo" or (closing and element.text in _CLOSING)


def _written(element: Element) -> str:
    tag = element.tag if element.tag in _ELEMENTS else "mrow"
    attributes = "".join(
        f' {name}="{value}"'
        for name, value in element.attrib.items()
        if name in _ATTRIBUTES and _ATTRIBUTES[name].fullmatch(value)
    )
    text = "&nbsp;".join(escape.html(part) for part in (element.text or "").split(_NO_BREAK))
    return f"<{tag}{attributes}>{text}{''.join(_written(child) for child in element)}</{tag}>"
