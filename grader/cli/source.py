"""Read one submission: a regular file of bounded size, or standard input."""

import os
import stat
import sys
from pathlib import Path

from grader.bounds import MAX_SOURCE_BYTES
from grader.errors import UsageError, cannot_read

STANDARD_INPUT = Path("-")


def read_source(path: Path) -> bytes:
    """Return the bytes of the submission at `path`.

    Raises
    ------
    UsageError
        If there is no such file, it is not a regular one, it is too large, or it holds a NUL byte.
    """
    source = _read_standard_input() if path == STANDARD_INPUT else _read_file(path)
    name = "standard input" if path == STANDARD_INPUT else path
    if len(source) > MAX_SOURCE_BYTES:
        raise UsageError(
            f"{name}: larger than {MAX_SOURCE_BYTES // 1024} KiB; a solution is one short Python file"
        )
    if b"\0" in source:
        where = source.count(b"\n", 0, source.index(b"\0")) + 1
        raise UsageError(f"{name}: holds a NUL byte in line {where}; save it as plain text, in UTF-8")
    return source


def _read_standard_input() -> bytes:
    if sys.stdin is None:
        raise UsageError("standard input: is closed; give a file, or pipe the solution in")
    return sys.stdin.buffer.read(MAX_SOURCE_BYTES + 1)


def _read_file(path: Path) -> bytes:
    try:
        # A FIFO or a device must neither block nor act when it is opened.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file; is the path right?") from None
    except (OSError, ValueError) as error:
        raise cannot_read(path, error) from None
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise UsageError(f"{path}: is a folder; give the Python file in it")
        if not stat.S_ISREG(mode):
            raise UsageError(f"{path}: is not a regular file; use - to read standard input")
        with os.fdopen(os.dup(descriptor), "rb") as file:
            return file.read(MAX_SOURCE_BYTES + 1)
    except OSError as error:
        raise cannot_read(path, error) from None
    finally:
        os.close(descriptor)
