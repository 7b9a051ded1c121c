"""What is different from the run before, in a line: the beginning of what `check --watch` shows."""

from collections.abc import Mapping, Sequence

from grader.report.blocks import Block, Paragraph, Span, Style, span
from grader.result import Result, Verdict

_MAX_NAMES = 5
_NAME_CHARACTERS = 60


def changes(before: Result, after: Result) -> Block:
    """Return how many samples are right now and were before, and which ones that are others."""
    was, is_ = _right(before), _right(after)
    now_right = [name for name, right in is_.items() if right and not was.get(name)]
    now_wrong = [name for name, right in is_.items() if not right and was.get(name)]
    count, old_count = sum(is_.values()), sum(was.values())
    old = f"before: {old_count}" if len(was) == len(is_) else f"before: {old_count} of {len(was)}"
    same = not now_right and not now_wrong and len(was) == len(is_)
    spans = [
        Span("the problem has changed; ", "warn") if before.problem != after.problem else Span(""),
        Span(f"{count} of {len(is_)} samples right, {'as before' if same else old}", "strong"),
        *_names("; now right: ", now_right, "good"),
        *_names("; now wrong: ", now_wrong, "bad"),
    ]
    return Paragraph(tuple(piece for piece in spans if piece.text))


def _right(result: Result) -> Mapping[str, bool]:
    return {case.name: case.verdict == Verdict.AC for case in result.cases}


def _names(what: str, names: Sequence[str], style: Style) -> Sequence[Span]:
    if not names:
        return ()
    more = len(names) - _MAX_NAMES
    told = ", ".join(names[:_MAX_NAMES]) + (f" and {more} more" if more > 0 else "")
    return (Span(what), span(told, style, limit=_MAX_NAMES * _NAME_CHARACTERS))
