"""A report in blocks as Markdown: what a learner gets back as a file."""

from collections.abc import Iterable, Iterator

from grader.report import escape
from grader.report.blocks import Bars, Block, Code, Gap, Grid, Heading, Pair, Paragraph, Span, Spans
from grader.report.content import submit_report
from grader.result import Result


def feedback(result: Result, *, title: str) -> str:
    """Return what a learner is told of `result`, below a `title` of one line."""
    return f"# {escape.markdown(title, 200)}\n\n{render(submit_report(result))}"


def render(blocks: Iterable[Block]) -> str:
    """Return `blocks` as Markdown that shows their text as it is, ended by a line feed."""
    parts: list[str] = []
    for block in blocks:
        if isinstance(block, Paragraph) and block.marker and parts and parts[-1].startswith("- "):
            parts[-1] += f"\n- {_spans(block.spans)}"
        else:
            parts.extend(part for part in _block(block) if part)
    return "\n\n".join(parts) + "\n"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Gap():
            return
        case Heading(text, level):
            yield f"{'#' * (level + 1)} {escape.markdown(text)}"
        case Paragraph(spans, _, marker):
            yield f"- {_spans(spans)}" if marker else _spans(spans)
        case Code(lines):
            yield escape.markdown_block("\n".join(lines))
        case Bars(rows):
            cells = [(Span(row.label), Span(row.passed), row.note) for row in rows]
            yield _table(("group", "passed", "points"), cells)
        case Grid(header, rows):
            yield _table(header, rows)
        case Pair(left, right):
            for inner in (*left, *right):
                yield from _block(inner)


def _table(header: tuple[str, ...], rows: Iterable[Spans]) -> str:
    lines = [" | ".join(escape.markdown(title) or " " for title in header), " | ".join("---" for _ in header)]
    lines += [" | ".join(_cell(span) for span in row) for row in rows]
    return "\n".join(f"| {line} |" for line in lines)


def _cell(span: Span) -> str:
    return _span(span, first=False) if span.text.strip() else " "


def _spans(spans: Spans) -> str:
    return "".join(_span(span, first=n == 0) for n, span in enumerate(spans)).strip()


def _span(span: Span, *, first: bool) -> str:
    # What would begin a list or a heading does so at the beginning of a line only.
    quoted = escape.markdown(span.text) if first else escape.markdown(f".{span.text}")[1:]
    inner = quoted.strip()
    if not inner or span.style not in ("strong", "good", "bad"):
        return quoted
    # The marks must touch the text, or they are shown as themselves.
    return quoted.replace(inner, f"**{inner}**")
