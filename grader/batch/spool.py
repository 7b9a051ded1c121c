"""Rows on disk until they are sorted: memory holds where each lies, and no more."""

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.batch.journal import Place, full
from grader.batch.row import Row


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a row and its line of the journal lie, and of which file it is."""

    row: Place
    line: Place
    sha256: str
    verdict: str


class Spool:
    """A file without a name that goes with the process; of two rows with one key the later counts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by `close`
        self._end = 0
        self._kept: dict[str, Kept] = {}

    def add(self, row: Row, line: Place) -> None:
        """Keep a row.

        Raises
        ------
        UsageError
            If there is no room for it.
        """
        data = row.dumps()
        view, end = memoryview(data), self._end
        try:
            while view:
                written = os.pwrite(self._file.fileno(), view, end)
                view, end = view[written:], end + written
        except OSError as error:
            raise full(self._folder, error) from None
        self._kept[row.key] = Kept(Place(self._end, len(data)), line, row.sha256, row.verdict)
        self._end += len(data)

    def get(self, key: str) -> Kept | None:
        """Return where the row of `key` lies, None if there is none."""
        return self._kept.get(key)

    def drop(self, key: str) -> None:
        """Forget a row."""
        self._kept.pop(key, None)

    def row(self, key: str) -> Row | None:
        """Return the row of `key`."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        return Row.loads(os.pread(self._file.fileno(), kept.row.size, kept.row.offset))

    def keys(self) -> Iterator[str]:
        """Yield the keys."""
        yield from self._kept

    def close(self) -> None:
        """Give the room back."""
        self._file.close()
