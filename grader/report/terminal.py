"""Blocks for a terminal, coloured by rich. Reads the same without colour: no meaning is in a colour alone."""

import io
from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.text import Text

from grader.report.blocks import Block, Style
from grader.report.layout import lay_out

MAX_WIDTH = 100  # lines that are longer than this are hard to read

_STYLES: Mapping[Style, str] = {
    "plain": "",
    "strong": "bold",
    "good": "green",
    "bad": "bold red",
    "warn": "yellow",
    "quiet": "dim",
    "code": "cyan",
}


def render(blocks: Iterable[Block], *, width: int) -> str:
    """Return `blocks` with the control sequences for as many colours as rich finds the terminal to have."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, highlight=False, markup=False,
                      emoji=False, soft_wrap=True, legacy_windows=False)  # fmt: skip
    for line in lay_out(blocks, min(width, MAX_WIDTH)):
        console.print(Text.assemble(*((span.text, _STYLES[span.style]) for span in line), end=""))
    return out.getvalue()
