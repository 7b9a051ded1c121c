"""The part of a result that tables and the class report need: a fiftieth of its size.

Text is escaped and bounded here, once, for all files written from it.
"""

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

from grader.report import escape, text
from grader.report.blocks import Block, code
from grader.report.values import side_by_side
from grader.result import CaseVerdict, Counterexample, Result, Verdict
from grader.verdicts import BY_CODE

MAX_FAILING = 8


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One submission.

    Attributes
    ----------
    message : str
        Why the verdict is not AC, in a sentence.
    points : tuple of float
        Of each group that the result has.
    groups : tuple of str
        The verdict of each of those groups, in the same order, by name in `group_names`.
    cases : str
        The letter of each case's verdict; empty if none was run.
    failing : tuple
        (index, reason, message) of the first failing cases.
    mistakes : tuple
        (mistake, matched, compared, message) of each diagnosis.
    counterexample : str
        In lines, as shown.
    """

    key: str
    verdict: str
    score: float | None
    message: str
    group_names: tuple[str, ...]
    points: tuple[float, ...]
    groups: tuple[str, ...]
    cases: str
    failing: tuple[tuple[int, str, str], ...]
    mistakes: tuple[tuple[str, int, int, str], ...]
    counterexample: str
    notes: tuple[str, ...]
    sha256: str

    def dumps(self) -> bytes:
        """Return the row as a line of JSON."""
        return json.dumps(astuple(self), separators=(",", ":")).encode() + b"\n"

    @classmethod
    def loads(cls, line: bytes) -> "ResultRow":
        """Return the row that `dumps` made a line of."""
        values: list[Any] = [_frozen(value) for value in json.loads(line)]
        return cls(*values)


def row_of(key: str, result: Result) -> ResultRow:
    """Return the row for a submission."""
    passed = [case.verdict == Verdict.AC for case in result.cases]
    failing = [n for n, right in enumerate(passed) if not right]
    return ResultRow(
        key=key,
        verdict=str(result.verdict),
        score=result.score,
        message=escape.line(result.message or ""),
        group_names=tuple(group.name for group in result.groups),
        points=tuple(group.points for group in result.groups),
        groups=tuple(str(group.verdict) for group in result.groups),
        cases=letters(case.verdict for case in result.cases),
        failing=tuple(
            (n, result.cases[n].reason or "", escape.line(result.cases[n].message or "", 300))
            for n in failing[:MAX_FAILING]
        ),
        mistakes=tuple(
            (d.mistake, d.matched, d.compared, escape.line(d.message, 500)) for d in result.diagnosis
        ),
        counterexample=_shown(result.counterexample, many_answers=result.problem.many_answers),
        notes=tuple(escape.line(note.message, 300) for note in result.warnings),
        sha256=result.submission.sha256,
    )


def letters(verdicts: Iterable[CaseVerdict]) -> str:
    """Return a letter for each verdict."""
    return "".join(BY_CODE[verdict].letter for verdict in verdicts)


def _shown(found: Counterexample | None, *, many_answers: bool) -> str:
    if found is None:
        return ""
    blocks: list[Block] = [code(found.code, indent=0, lines=20, limit=2000)]
    return text.render([*blocks, *side_by_side(found.got, found.want, many_answers=many_answers)])


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
