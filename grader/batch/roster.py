"""The roster: a CSV file with at least one of the columns key, id and name."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.batch import names
from grader.errors import UsageError, cannot_read

MAX_BYTES = 16 * 2**20
_COLUMNS = ("key", "id", "name")


@dataclass(frozen=True, slots=True)
class Learner:
    """A line of the list; what it does not say is empty."""

    key: str
    id: str
    name: str

    @property
    def label(self) -> str:
        """What the learner is called where nothing was submitted."""
        return self.key or self.id or self.name


@dataclass(frozen=True, slots=True)
class Roster:
    """All learners in the order of the file, and who is meant by a name."""

    learners: tuple[Learner, ...]
    by_name: Mapping[str, int]

    def find(self, key: str, level: int = 0) -> int | None:
        """Return the index of the learner that a submission belongs to, None if that is not clear.

        Parameters
        ----------
        key
            Of the submission.
        level
            How many folders or archives hold the whole class.
        """
        for alias in names.aliases(key, level):
            index = self.by_name.get(_folded(alias))
            if index is not None and index >= 0:
                return index
        return None


def read_roster(path: Path) -> Roster:
    """Return the list of learners in `path`.

    Raises
    ------
    UsageError
        If it is not a roster.
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - a bounded read
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise cannot_read(path, error) from None
    if len(raw) > MAX_BYTES:
        raise UsageError(f"{path}: is larger than {MAX_BYTES // 2**20} MiB; is it a list of learners?")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: is not UTF-8 at byte {error.start}; save it as CSV in UTF-8") from None
    head = text.split("\n", 1)[0]
    separator = max(",;\t", key=head.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise UsageError(f"{path}: is not CSV: {error}") from None
    columns = {name.strip().casefold(): n for n, name in enumerate(rows[0] if rows else [])}
    if not set(_COLUMNS) & set(columns):
        raise UsageError(f"{path}: line 1: none of the columns key, id, name; name at least one of them")

    def cell(row: list[str], name: str) -> str:
        n = columns.get(name)
        return row[n].strip() if n is not None and n < len(row) else ""

    learners = [Learner(*(cell(row, name) for name in _COLUMNS)) for row in rows[1:]]
    learners = [learner for learner in learners if learner.label]
    return Roster(tuple(learners), _index(learners))


def _index(learners: Iterable[Learner]) -> dict[str, int]:
    """Return who is meant by each name; -1 where it is several, so that nobody gets another's grade."""
    index: dict[str, int] = {}
    known = list(learners)
    for column in _COLUMNS:
        found: dict[str, int] = {}
        for n, learner in enumerate(known):
            name = _folded(getattr(learner, column))
            if name:
                found[name] = -1 if name in found else n
        for name, n in found.items():
            index.setdefault(name, n)
    return index


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())
