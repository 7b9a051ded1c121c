"""Blocks as plain text: the terminal report without styling, for files and pipes."""

from collections.abc import Iterable

from grader.report.blocks import Block
from grader.report.layout import lay_out

WIDTH = 80


def render(blocks: Iterable[Block], *, width: int = WIDTH) -> str:
    """Return `blocks` as lines of at most `width` cells, the last one ended by a line feed."""
    return "".join("".join(span.text for span in line) + "\n" for line in lay_out(blocks, width))
