"""What is done, as it is done: one result a line, appended and never rewritten.

A run that was killed leaves at most one torn line at the end, which is cut off when the journal is opened.
Of two lines with one key the later counts.
"""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError

NAME = "results.jsonl"
_BLOCK = 2**20


@dataclass(frozen=True, slots=True)
class Place:
    """Where the line of a key lies."""

    offset: int
    size: int


class Journal:
    """The file of results; for one process at a time.

    Parameters
    ----------
    folder
        Where it lies.
    write
        Writes bytes to a descriptor; for tests of full disks.
    """

    def __init__(self, folder: Path, *, write: Callable[[int, bytes], int] = os.write) -> None:
        self.path = folder / NAME
        self._write = write
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        self._end = self._cut_torn_line()

    def _cut_torn_line(self) -> int:
        """Cut off what follows the last line feed; return where the journal ends then."""
        end = os.fstat(self._descriptor).st_size
        position = end
        while position > 0:
            start = max(position - _BLOCK, 0)
            found = os.pread(self._descriptor, position - start, start).rfind(b"\n")
            if found >= 0:
                position = start + found + 1
                break
            position = start
        if position != end:
            os.ftruncate(self._descriptor, position)
        return position

    def lines(self) -> Iterator[tuple[Place, bytes]]:
        """Yield every line that is there."""
        with open(self.path, "rb") as file:  # noqa: PTH123 - one open file for all lines
            offset = 0
            for line in file:
                if offset >= self._end:
                    return
                yield Place(offset, len(line)), line
                offset += len(line)

    def append(self, line: bytes) -> Place:
        """Add a line that ends in a line feed.

        Raises
        ------
        UsageError
            If it can't be written; the journal is then as it was.
        """
        place = Place(self._end, len(line))
        view = memoryview(line)
        try:
            os.lseek(self._descriptor, self._end, os.SEEK_SET)
            while view:
                view = view[self._write(self._descriptor, bytes(view)) :]
        except OSError as error:
            os.ftruncate(self._descriptor, self._end)
            raise full(self.path, error) from None
        self._end += len(line)
        return place

    def read(self, place: Place) -> bytes:
        """Return one line."""
        return os.pread(self._descriptor, place.size, place.offset)

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)


def read_line(line: bytes, path: Path, number: int) -> dict[str, object]:
    """Return a line of a journal as data.

    Raises
    ------
    UsageError
        If it is none.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not isinstance(data.get("key"), str):
        raise UsageError(f"{path}: line {number} is damaged; run again with --restart to grade all anew")
    return data


def full(path: Path, error: OSError) -> UsageError:
    """Return the error for a file that can't be written."""
    what = (error.strerror or str(error)).lower()
    return UsageError(
        f"{path}: can't be written: {what}; make room and run the same command again, what is done is kept"
    )
