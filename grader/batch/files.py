"""Read one submission, bounded, from a regular file or an archive entry only."""

import errno
import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from grader.batch import notebook
from grader.batch.archive import Archive, ArchiveError
from grader.bounds import MAX_SOURCE_BYTES


class NotRegularError(OSError):
    """A FIFO, a device, a socket or a folder where a file should be."""


@dataclass(frozen=True, slots=True)
class FoundSubmission:
    """A submission: its key, its path below the folder, and names of entries if it lies in archives."""

    key: str
    path: str
    entries: tuple[str, ...] = ()
    fault: str = ""  # why it is not read, known before it is opened
    link: str | None = None  # the key of the file to which a symbolic link leads
    inode: tuple[int, int] | None = None  # of a file with several names


@dataclass(frozen=True, slots=True)
class Source:
    """The Python that was handed in; with a `fault`, what is wrong with the file, and it is not run.

    `sha256` tells whether a file is still the one that was graded.
    """

    data: bytes
    fault: str
    sha256: str


def open_regular(path: str | Path) -> IO[bytes]:
    """Open a regular file for reading, in such a way that nothing else blocks or acts.

    Raises
    ------
    OSError
        If it can't be opened, or is not a regular file (`NotRegularError`).
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        if error.errno != errno.ENXIO:  # a socket, or a device that is not there
            raise
        raise NotRegularError("is not a regular file") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotRegularError("is not a regular file")
    return os.fdopen(descriptor, "rb")


class Reader:
    """Reads submissions of one folder; keeps the archive open in which the last one lay."""

    def __init__(self, folder: Path) -> None:
        self._root = folder.resolve()
        self._open: tuple[tuple[str, tuple[str, ...]], Archive, IO[bytes]] | None = None

    def read(self, found: FoundSubmission) -> Source:
        """Return what was handed in.

        Raises
        ------
        OSError
            If the file can't be read, which is not the learner's doing.
        """
        is_notebook = found.key.lower().endswith(".ipynb")
        limit = (notebook.MAX_BYTES if is_notebook else MAX_SOURCE_BYTES) + 1
        if found.fault:
            return _faulty(b"", f"the file {found.fault}")
        try:
            data = self._bytes(found, limit)
        except NotRegularError as error:
            return _faulty(b"", f"the file {error}")
        except ArchiveError as error:
            return _faulty(b"", f"the file {error}")
        if is_notebook:
            try:
                code = notebook.source_of(data)
            except notebook.NotebookError as error:
                return _faulty(data, f"the file {error}")
            return _checked(code, "the code of the notebook")
        return _checked(data, "the file")

    def _bytes(self, found: FoundSubmission, limit: int) -> bytes:
        path = self._root / found.path
        if not found.entries:
            with open_regular(path) as file:
                return file.read(limit)
        place = (found.path, found.entries[:-1])
        if self._open is None or self._open[0] != place:
            self.close()
            file = open_regular(path)
            try:
                archive = Archive(file)
                for name in found.entries[:-1]:
                    archive = archive.nested(name)
            except BaseException:
                file.close()
                raise
            self._open = (place, archive, file)
        return self._open[1].read(found.entries[-1], limit)

    def close(self) -> None:
        """Close the archive that is open, if there is one."""
        if self._open is not None:
            self._open[1].close()
            self._open[2].close()
            self._open = None


def _checked(data: bytes, what: str) -> Source:
    if len(data) > MAX_SOURCE_BYTES:
        return _faulty(data, f"{what} is larger than {MAX_SOURCE_BYTES // 1024} KiB")
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        return _faulty(data, f"{what} holds a NUL byte in line {line}; save it as plain text, in UTF-8")
    return Source(data, "", hashlib.sha256(data).hexdigest())


def _faulty(data: bytes, fault: str) -> Source:
    return Source(b"", fault, hashlib.sha256(data).hexdigest())
