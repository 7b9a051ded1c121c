"""`grades.csv` and `changes.csv`: for spreadsheets, the same bytes for the same grades."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import IO

from grader.batch.roster import Learner
from grader.batch.row import ResultRow
from grader.report import escape
from grader.verdicts import BY_CODE, Verdict

FIXED = ("key", "id", "name", "problem", "verdict", "score", "reason")
_CELL = 500
_KEY = 32_000  # what a cell of a spreadsheet holds; no path is as long

Grade = tuple[str, Learner | None, ResultRow | None, str]
"""A key, its learner, its row, and the reason if there is no row."""


def write_grades(
    file: IO[str],
    grades: Iterable[Grade],
    *,
    slug: str,
    groups: Sequence[tuple[str, float]],
    with_roster: bool,
) -> None:
    """Write a line for each submission and each learner who handed nothing in.

    Parameters
    ----------
    groups
        Name and points of each group. The column of a group with points holds those earned, of one without
        its verdict.
    """
    write = _writer(file)
    about = ("key", "id", "name") if with_roster else ("key",)
    columns = [f"group {name}" if name in FIXED else name for name, _ in groups]
    write([*about, "problem", "verdict", "score", *columns, "reason"])
    for key, learner, row, why in grades:
        who = [key, learner.id if learner else "", learner.name if learner else ""] if with_roster else [key]
        if row is None:
            write([*who, slug, "", "", *("" for _ in groups), why])
        else:
            write([*who, slug, row.verdict, figure(row.score), *_groups(row, groups), _reason(row)])


def write_changes(
    file: IO[str], old: Mapping[str, tuple[str, float | None]], new: Iterator[tuple[str, str, float | None]]
) -> int:
    """Write a line for each key whose verdict or score changed; return their number.

    Parameters
    ----------
    old
        Verdict and score by key.
    new
        The same as (key, verdict, score), sorted by key.
    """
    write = _writer(file)
    write(["key", "old_verdict", "new_verdict", "old_score", "new_score"])
    lines: list[tuple[str, str, str, str, str]] = []
    seen = set()
    for key, verdict, score in new:
        seen.add(key)
        was = old.get(key)
        if was is None:
            lines.append((key, "", verdict, "", figure(score)))
        elif was != (verdict, score):
            lines.append((key, was[0], verdict, figure(was[1]), figure(score)))
    lines += [(key, was[0], "", figure(was[1]), "") for key, was in old.items() if key not in seen]
    for line in sorted(lines):
        write(line)
    return len(lines)


def figure(score: float | None) -> str:
    """Return a score or points as text, without zeros that say nothing."""
    return "" if score is None else f"{score:.2f}".rstrip("0").rstrip(".")


def _reason(row: ResultRow) -> str:
    """Return why, without what depends on how busy the machine was: which clock ran out first, and where."""
    return row.message.split(" (", 1)[0] if BY_CODE[row.verdict].is_limit else row.message


def _groups(row: ResultRow, groups: Sequence[tuple[str, float]]) -> Iterator[str]:
    earned = dict(zip(row.group_names, zip(row.points, row.groups, strict=True), strict=True))
    for name, points in groups:
        if name not in earned:
            yield ""
        elif points or earned[name][1] == Verdict.AC or not BY_CODE[row.verdict].is_limit:
            yield figure(earned[name][0]) if points else earned[name][1]
        else:
            yield row.verdict  # whether a case was skipped or hit the limit itself is for the machine to say


def _writer(file: IO[str]) -> Callable[[Iterable[str]], None]:
    """Return what writes a line whose first cell is a key, which is not cut: it tells rows apart."""

    def write(cells: Iterable[str]) -> None:
        file.write(escape.csv_row(cells, chain((_KEY,), repeat(_CELL))))

    return write
