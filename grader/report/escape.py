r"""Text that a submission, a file name or a problem wrote, made harmless for where it goes.

One rule first, for every place: a character that does not print (control, escape sequence, bidirectional
override, zero width, lone surrogate, unassigned) is shown as its escape, ``\x1b`` or ``\u202e``, so that
nothing is lost and nothing acts. Then each format quotes what is special to it. All functions are total:
any `str` goes in, and what comes out can be encoded as UTF-8.
"""

import html as _html
import re
import unicodedata
from collections.abc import Iterable

LINE_CHARACTERS = 500
BLOCK_CHARACTERS = 64 * 1024
_MAX_MARKS = 4  # combining marks on one letter; more of them spill over the lines above and below


def bounded(text: str, limit: int) -> str:
    """Return `text`, cut to `limit` characters with a note of how many more there were."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}… ({len(text) - limit:,} more characters)"


def block(text: str, limit: int = BLOCK_CHARACTERS) -> str:
    """Return `text` for a terminal, lines kept: printable characters and line feeds only."""
    text = bounded(text, limit).replace("\r\n", "\n").expandtabs(4)
    return "\n".join(_visible(line) for line in text.split("\n"))


def line(text: str, limit: int = LINE_CHARACTERS) -> str:
    """Return `text` for one line of a terminal: line feeds and tabs are shown as escapes, too."""
    return _visible(bounded(text, limit))


def html(text: str, limit: int = BLOCK_CHARACTERS) -> str:
    """Return `text` for HTML, as an element's content or as a quoted attribute."""
    return _html.escape(block(text, limit), quote=True)


def xml(text: str, limit: int = BLOCK_CHARACTERS) -> str:
    """Return `text` for XML 1.0, as an element's content or as a quoted attribute.

    XML has no way to write most control characters; they are escapes in plain text by then.
    """
    return html(text, limit)


_FORMULA = (
    "(?:[=+\\-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
    "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}]|\\\\[trn])"
)
# An apostrophe in front of a formula is escaped, too, so that two texts never make one cell.
_CELL_START = re.compile(rf"(?=[ ']*{_FORMULA})")
# Where lists are separated by semicolons, a cell begins after each one; a quote there would open a field.
_AFTER_SEPARATOR = re.compile(rf";(?=[ ']*(?:{_FORMULA}|\"|\Z))")
_QUOTED = re.compile(r'[",;\t\r\n]')


def csv(text: str, limit: int = LINE_CHARACTERS) -> str:
    """Return `text` for one cell of a CSV file that a spreadsheet may open, quotes not yet done.

    Where a cell that a spreadsheet would take for a formula begins, there is an apostrophe: at the start,
    and after a semicolon, at which spreadsheets of many countries split.
    """
    cell = _AFTER_SEPARATOR.sub(";'", line(text, limit))
    return f"'{cell}" if _CELL_START.match(cell) else cell


def csv_row(texts: Iterable[str], limits: Iterable[int] | None = None) -> str:
    """Return a line of a CSV file, with its line feed: commas between the cells, each made by `csv`.

    Parameters
    ----------
    texts
        What is in the cells.
    limits
        How many characters of each are shown; `LINE_CHARACTERS` without it.
    """
    cells = map(csv, texts) if limits is None else map(csv, texts, limits)
    return ",".join(_quoted(cell) for cell in cells) + "\n"


def _quoted(cell: str) -> str:
    if not _QUOTED.search(cell):
        return cell
    doubled = cell.replace('"', '""')
    return f'"{doubled}"'


_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>#|~&$!@]")
_MARKDOWN_START = re.compile(r"^( *)([-+=]|\d{1,9}[.)])", re.MULTILINE)
_MARKDOWN_LINK = re.compile(r"\b(https?|ftp|www|mailto|xmpp)([:.])", re.IGNORECASE)


def markdown(text: str, limit: int = LINE_CHARACTERS) -> str:
    """Return `text` for a line of Markdown, where it reads as itself: no link, mention, HTML or formula."""
    quoted = _MARKDOWN.sub(lambda m: "&#64;" if m[0] == "@" else f"\\{m[0]}", line(text, limit))
    quoted = _MARKDOWN_START.sub(lambda m: f"{m[1]}{m[2][:-1]}\\{m[2][-1]}", quoted)
    return _MARKDOWN_LINK.sub(lambda m: f"{m[1]}&#{ord(m[2])};", quoted)


def markdown_block(text: str, limit: int = BLOCK_CHARACTERS) -> str:
    """Return `text` as a fenced block of Markdown that nothing inside it can close."""
    inner = block(text, limit)
    longest = max((len(run) for run in re.findall(r"`+", inner)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{inner}\n{fence}"


def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    shown: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        if character.isprintable() and marks <= _MAX_MARKS:
            shown.append(character)
        else:
            shown.append(_escape(ord(character)))
    return "".join(shown)


def _escape(code: int) -> str:
    named = {0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"}.get(code)
    if named:
        return named
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
