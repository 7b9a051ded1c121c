"""The command `grader` with things going wrong around it: a full disk, clocks that jump.

`PROGRAM` starts it as a process of its own. What is patched is patched in the run, which reads and writes;
clocks jump in the workers as well. What submissions run in starts with nothing of this.
"""

import errno
import io
import os
import sys
import time
from pathlib import Path

from grader.batch.journal import Journal
from grader.cli import main as grader

PROGRAM = "import sys; sys.path[0] = sys.argv.pop(1); from batch.disturbed import main; main()"
# As `sitecustomize`, so that every interpreter that inherits the environment has it.
CLOCKS = """
import random
import time

_right, _dice = time.time, random.Random(5)


def jumping():
    return _right() + _dice.choice((0, -1, 1)) * _dice.uniform(0, 1e9)


time.time = jumping
time.time_ns = lambda: int(jumping() * 1e9)
"""


class Disk:
    """Has room for so many bytes; what does not fit is written in part, as far as it does."""

    def __init__(self, room):
        self.room = room

    def write(self, write, descriptor, data, *place):
        """Write as `write` does, while there is room."""
        if self.room <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = write(descriptor, bytes(data)[: self.room], *place)
        self.room -= written
        return written


class _Raw(io.FileIO):
    def __init__(self, descriptor, disk):
        super().__init__(descriptor, "w")
        self.disk = disk

    def write(self, data):
        return self.disk.write(os_write, self.fileno(), data)


os_write, os_pwrite, os_fdopen, write_text = os.write, os.pwrite, os.fdopen, Path.write_text


def fill(room):
    """Let this process write so many bytes of results, and then no more."""
    disk = Disk(room)

    def text(path, content, encoding):
        with io.TextIOWrapper(
            io.BufferedWriter(_Raw(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), disk)),
            encoding,
        ) as file:
            return file.write(content)

    def fdopen(descriptor, mode="r", **options):
        if "w" not in mode:
            return os_fdopen(descriptor, mode, **options)
        return io.TextIOWrapper(io.BufferedWriter(_Raw(descriptor, disk)), **options)

    defaults = Journal.__init__.__kwdefaults__
    assert defaults is not None
    defaults["write"] = lambda descriptor, data: disk.write(os_write, descriptor, data)
    os.pwrite = lambda descriptor, data, place: disk.write(os_pwrite, descriptor, data, place)
    os.fdopen = fdopen  # type: ignore[assignment]  # one of its signatures is used
    Path.write_text = text  # type: ignore[assignment,method-assign]


def main():
    """Run `grader` with the rest of the arguments; the first says for how many bytes there is room."""
    room = sys.argv.pop(1)
    assert ("jumping" in repr(time.time)) == ("clocks" in os.environ.get("PYTHONPATH", ""))
    if room != "-":
        fill(int(room))
    grader()
