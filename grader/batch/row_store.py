"""Rows on disk until they are sorted: memory holds only their positions."""

import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from grader.batch.journal import LineRef, full
from grader.batch.row import ResultRow


@dataclass(frozen=True, slots=True)
class RowRef:
    """Where a row and its line of the journal lie, and of which file it is."""

    row: LineRef
    line: LineRef
    sha256: str
    verdict: str


_Packed = tuple[int, int, int, int, bytes, str]


class RowStore:
    """A file without a name that goes with the process; of two rows with one key the later counts.

    Parameters
    ----------
    folder
        Where the file is made.
    keys
        The keys that rows may have: what is kept of each takes some 300 bytes.

    Raises
    ------
    WriteError
        If there is no room for it.
    """

    def __init__(self, folder: Path, keys: Iterable[str]) -> None:
        self._folder = folder
        try:
            self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by `close`
        except OSError as error:
            raise full(folder, error) from None
        self._end = 0
        self._kept: dict[str, _Packed | None] = dict.fromkeys(keys)

    def add(self, row: ResultRow, line: LineRef) -> None:
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
        digest, verdict = bytes.fromhex(row.sha256), sys.intern(row.verdict)
        self._kept[row.key] = (self._end, len(data), line.offset, line.size, digest, verdict)
        self._end += len(data)

    def get(self, key: str) -> RowRef | None:
        """Return the position of the row of `key`, None if there is no such row."""
        packed = self._kept.get(key)
        if packed is None:
            return None
        offset, size, line_offset, line_size, digest, verdict = packed
        return RowRef(LineRef(offset, size), LineRef(line_offset, line_size), digest.hex(), verdict)

    def drop(self, key: str) -> None:
        """Forget a row."""
        self._kept[key] = None

    def row(self, key: str) -> ResultRow | None:
        """Return the row of `key`."""
        kept = self.get(key)
        if kept is None:
            return None
        return ResultRow.loads(os.pread(self._file.fileno(), kept.row.size, kept.row.offset))

    def close(self) -> None:
        """Give the room back."""
        self._file.close()
