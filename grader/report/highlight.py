"""Python as HTML with its words told apart: pygments' short classes inside of ``<code>``."""

from grader.report import escape


def python(source: str) -> str:
    """Return `source`, escaped, with a ``<span>`` around each word that has a colour."""
    from pygments import highlight  # noqa: PLC0415 - for pages only
    from pygments.formatters import HtmlFormatter  # noqa: PLC0415
    from pygments.lexers import PythonLexer  # noqa: PLC0415

    written: str = highlight(escape.block(source), PythonLexer(stripnl=False), HtmlFormatter(nowrap=True))
    return written
