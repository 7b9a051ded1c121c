"""The Python of a Jupyter notebook: read as data, never run.

A notebook is untrusted JSON: its size and its depth are bounded before it is parsed. The code cells follow
each other, each below a comment with its number. Lines for IPython alone (``%magic``, ``!command``,
``help?``) become ``pass``, so that a block with nothing else stays valid and line numbers do not change. A
scan for brackets, quotes and backslashes finds the lines that begin a statement; hostile source is parsed
only in the sandbox.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

MAX_BYTES = 8 * 2**20
MAX_DEPTH = 64
MAX_CELLS = 10_000
# The comment that no cell can put another encoding before.
_HEAD = "# -*- coding: utf-8 -*-\n"
_NESTING = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[{]|[\]}]', re.DOTALL)
# No statement of Python begins like this. A line may be one of millions of blanks: none is tried twice.
_MAGIC = re.compile(r"([ \t]*+)(?:[%!?]|[^#\"'\n]{1,200}\?[ \t]{0,200}$)")
_ASSIGNED = re.compile(r"([ \t]*+[A-Za-z_][\w.,\[\]() \t]{0,200}=)[ \t]*[%!]")
# Cell magics for plain Python; cells in other languages are dropped.
_PYTHON_CELLS = frozenset({"time", "timeit", "capture", "prun", "python", "python3"})
_MARK = re.compile(r"\"\"\"|'''|[\"'\[({\])}#\n]|\\(?:\r\n|.)", re.DOTALL)


class NotebookError(ValueError):
    """Not a notebook with Python in it; the message says why, for the learner."""


def source_of(data: bytes) -> bytes:
    """Return the code of a notebook as one Python file.

    Raises
    ------
    NotebookError
        If `data` is not a Python notebook, or is too large or too deeply nested.
    """
    if len(data) > MAX_BYTES:
        raise NotebookError(f"is larger than {MAX_BYTES // 2**20} MiB; clear its outputs and save it again")
    if _depth(data) > MAX_DEPTH:
        raise NotebookError("is not a notebook: its JSON is nested too deeply")
    try:
        notebook = json.loads(data)
    except (ValueError, RecursionError):
        raise NotebookError("is not a notebook: not JSON; save it again in Jupyter") from None
    if not isinstance(notebook, dict):
        raise NotebookError("is not a notebook: no cells in it; save it again in Jupyter")
    language = _language(notebook)
    if language not in ("", "python", "python3", "ipython"):
        raise NotebookError(f"is a notebook in another language ({language[:40]}), not of Python")
    cells = list(_code_cells(notebook))
    if len(cells) > MAX_CELLS:
        raise NotebookError(f"has more than {MAX_CELLS:,} cells")
    text = _HEAD + "".join(f"# cell {number}\n{plain(code)}\n" for number, code in enumerate(cells, 1))
    return text.encode("utf-8", "surrogatepass")


def plain(cell: str) -> str:
    """Return the code of a cell without IPython syntax."""
    first = next((line for line in cell.split("\n") if line.strip()), "").strip()
    if first.startswith("%%") and not _PYTHON_CELLS.issuperset(first[2:].split()[:1] or [""]):
        return "pass"
    lines = []
    dropping = False
    for line, begins in _lines(cell):
        if begins and (found := _MAGIC.match(line)):
            dropping = True
            lines.append(f"{found[1]}pass")
        elif begins and (found := _ASSIGNED.match(line)):
            dropping = True
            lines.append(f"{found[1]} None")
        elif begins or not dropping:
            dropping = False
            lines.append(line)
        else:
            lines.append("")  # a command that goes on over several lines
    return "\n".join(lines)


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether a statement begins there: outside of brackets and strings."""
    start = position = depth = 0
    quote, begins = "", True
    while found := _MARK.search(text, position):
        mark, position = found[0], found.end()
        if mark.endswith("\n"):
            joined = mark != "\n"
            yield text[start:position].rstrip("\r\n"), begins
            start = position
            if len(quote) == 1 and not joined:
                quote = ""  # a string of one line ends there, whatever it lacks
            begins = not (joined or depth or quote)
        elif quote:
            # Three marks in a string of one: it ends, and an empty one follows.
            if mark in (quote, quote * 3):
                quote = ""
        elif mark[0] in "\"'":
            quote = mark
        elif mark == "#":
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
        elif mark in "[({":
            depth += 1
        elif mark in "])}":
            depth = max(depth - 1, 0)
    yield text[start:], begins


def _depth(data: bytes) -> int:
    depth = deepest = 0
    for token in _NESTING.finditer(data):
        first = token[0][0]
        if first in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in b"]}":
            depth -= 1
    return deepest


def _language(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata")
    if not isinstance(metadata, dict):
        return ""
    for name, key in (("kernelspec", "language"), ("language_info", "name")):
        part = metadata.get(name)
        if isinstance(part, dict) and isinstance(part.get(key), str):
            return str(part[key]).lower()
    return ""


def _code_cells(notebook: dict[str, Any]) -> Iterator[str]:
    """Yield the code of format 4, or of 3, where cells lie in worksheets and code is called input."""
    sheets = [notebook, *(s for s in _list(notebook.get("worksheets")) if isinstance(s, dict))]
    if not any(isinstance(sheet.get("cells"), list) for sheet in sheets):
        raise NotebookError("is not a notebook: no cells in it; save it again in Jupyter")
    for sheet in sheets:
        for cell in _list(sheet.get("cells")):
            if isinstance(cell, dict) and cell.get("cell_type") == "code":
                code = cell.get("source", cell.get("input", ""))
                if isinstance(code, list):
                    code = "".join(part for part in code if isinstance(part, str))
                yield code if isinstance(code, str) else ""


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
