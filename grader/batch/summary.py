"""Figures of a class, counted as results arrive, in any order."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from grader.batch.discover import Left
from grader.batch.row import ResultRow
from grader.verdicts import BY_CODE, Verdict, is_judge_fault

SCHEMA_VERSION = 1
_RIGHT = BY_CODE[Verdict.AC].letter


@dataclass(slots=True)
class Summary:
    """Counts of what was graded.

    Attributes
    ----------
    cases : tuple of str
        Names of the cases, in the order of the bank.
    """

    cases: tuple[str, ...]
    verdicts: Counter[str] = field(default_factory=Counter)
    scores: Counter[float] = field(default_factory=Counter)
    mistakes: Counter[str] = field(default_factory=Counter)
    passed: list[int] = field(default_factory=list)
    ran: int = 0

    def __post_init__(self) -> None:
        self.passed = [0] * len(self.cases)

    def add(self, row: ResultRow) -> None:
        """Count one submission."""
        self.verdicts[row.verdict] += 1
        if row.score is not None:
            self.scores[row.score] += 1
        self.mistakes.update({name for name, *_ in row.mistakes})
        if not is_judge_fault(row.verdict):
            self.ran += 1
            if len(row.cases) == len(self.passed):
                for n, letter in enumerate(row.cases):
                    self.passed[n] += letter == _RIGHT

    @property
    def count(self) -> int:
        """How many submissions there are."""
        return self.verdicts.total()

    def mean(self) -> float | None:
        """Return the mean score, with two decimals, of those that have one."""
        total = self.scores.total()
        return (
            round(fsum(score * n for score, n in sorted(self.scores.items())) / total, 2) if total else None
        )

    def median(self) -> float | None:
        """Return the median score."""
        total = self.scores.total()
        if not total:
            return None
        low = _nth(self.scores, (total - 1) // 2)
        high = _nth(self.scores, total // 2)
        return round((low + high) / 2, 2)

    def hardest(self, most: int = 10) -> list[tuple[str, int, int]]:
        """Return (name, passed, total) of the cases that fewest pass, those that all pass left out."""
        cases = [(name, n, self.ran) for name, n in zip(self.cases, self.passed, strict=True) if n < self.ran]
        return sorted(cases, key=lambda case: case[1])[:most]

    def data(
        self,
        problem: dict[str, str],
        left: Sequence[Left],
        several: Sequence[tuple[str, Sequence[str]]] = (),
        shared: Sequence[Sequence[str]] = (),
    ) -> dict[str, Any]:
        """Return what `summary.json` holds."""
        order = [str(verdict) for verdict in Verdict]
        return {
            "schema_version": SCHEMA_VERSION,
            "problem": problem,
            "submissions": self.count,
            "verdicts": {name: self.verdicts[name] for name in order if self.verdicts[name]},
            "score": {"mean": self.mean(), "median": self.median()},
            "mistakes": [{"mistake": name, "count": n} for name, n in ranked(self.mistakes.items())],
            "cases": [
                {"name": name, "passed": n, "total": self.ran}
                for name, n in zip(self.cases, self.passed, strict=True)
            ],
            "not_graded": [{"path": item.path, "reason": item.reason} for item in left],
            "duplicates": [{"learner": name, "keys": list(keys)} for name, keys in several],
            "same_file": [{"keys": list(keys)} for keys in shared],
        }


def ranked(counts: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return counts, the largest first, equal ones by name."""
    return sorted(counts, key=lambda pair: (-pair[1], pair[0]))


def _nth(counts: Counter[float], n: int) -> float:
    for value, count in sorted(counts.items()):
        n -= count
        if n < 0:
            return value
    raise IndexError(n)
