"""The journal of finished results: one per line, appended and never rewritten.

A killed run leaves at most one incomplete line at the end, which is cut off when the journal is opened. Of
several lines with one key the last counts. A power failure loses at most the last second.
"""

import errno
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError, WriteError, cannot_write
from grader.writing import sync_folder

NAME = "results.jsonl"
_BLOCK = 2**20
_SYNC_S = 1.0
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_KEY = re.compile(rb'\{"key": ?("(?:[^"\\]|\\.)*")')


@dataclass(frozen=True, slots=True)
class LineRef:
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

    Raises
    ------
    WriteError
        If it can't be opened.
    """

    def __init__(self, folder: Path, *, write: Callable[[int, bytes], int] = os.write) -> None:
        self.path = folder / NAME
        self._write = write
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            sync_folder(folder)
            self._end = self._cut_torn_line()
        except OSError as error:
            raise full(self.path, error) from None
        self._synced_s = time.monotonic()

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

    def lines(self) -> Iterator[tuple[LineRef, bytes]]:
        """Yield every line that is there."""
        with open(self.path, "rb") as file:  # noqa: PTH123 - one open file for all lines
            offset = 0
            for line in file:
                if offset >= self._end:
                    return
                yield LineRef(offset, len(line)), line
                offset += len(line)

    def append(self, line: bytes) -> LineRef:
        """Add a line that ends in a line feed.

        Raises
        ------
        UsageError
            If it can't be written; the journal is then as it was.
        """
        place = LineRef(self._end, len(line))
        view = memoryview(line)
        try:
            os.lseek(self._descriptor, self._end, os.SEEK_SET)
            while view:
                view = view[self._write(self._descriptor, bytes(view)) :]
        except OSError as error:
            with suppress(OSError):  # a torn line is cut off when the journal is opened
                os.ftruncate(self._descriptor, self._end)
            raise full(self.path, error) from None
        self._end += len(line)
        if time.monotonic() - self._synced_s > _SYNC_S:
            self.sync()
        return place

    def sync(self) -> None:
        """Return only when what was appended survives a power failure.

        Raises
        ------
        WriteError
            If it can't be written.
        """
        try:
            os.fdatasync(self._descriptor)
        except OSError as error:
            raise full(self.path, error) from None
        self._synced_s = time.monotonic()

    def read(self, place: LineRef) -> bytes:
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
        If it is not valid.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or not isinstance(data.get("key"), str):
        raise UsageError(
            f"{path}: line {number} is damaged; run again with --restart to grade everything again"
        )
    return data


def keys_in(folder: Path) -> Iterator[str]:
    """Yield the key of each line of a journal that there may be; what is damaged is passed over."""
    try:
        with open(folder / NAME, "rb") as file:  # noqa: PTH123 - line by line
            for line in file:
                if found := _KEY.match(line):
                    with suppress(ValueError):
                        yield json.loads(found[1])
    except FileNotFoundError:
        return


def full(path: Path, error: OSError) -> WriteError:
    """Return the error for a file of results that can't be written."""
    way = "make room" if error.errno in _FULL else "mend that"
    return cannot_write(path, error, f"{way} and run the same command again; finished results are kept")
