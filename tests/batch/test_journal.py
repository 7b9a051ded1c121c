import errno
import os
import resource
import subprocess
import sys

import pytest

from grader.batch.journal import NAME, Journal, read_line
from grader.errors import UsageError

LINES = [b'{"key":"a"}\n', b'{"key":"b","x":"' + b"y" * 5000 + b'"}\n', b'{"key":"c"}\n']


def lines(folder):
    journal = Journal(folder)
    try:
        return [line for _, line in journal.lines()]
    finally:
        journal.close()


def test_what_is_appended_is_read_back_by_its_place(tmp_path):
    journal = Journal(tmp_path)
    places = [journal.append(line) for line in LINES]
    assert [journal.read(place) for place in places] == LINES
    assert list(journal.lines()) == list(zip(places, LINES, strict=True))
    journal.close()
    assert lines(tmp_path) == LINES


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_last_line_is_dropped_and_nothing_else(tmp_path, cut):
    whole = b"".join(LINES)
    torn = whole + LINES[1][:cut]
    (tmp_path / NAME).write_bytes(torn)
    assert lines(tmp_path) == LINES
    assert (tmp_path / NAME).read_bytes() == whole


def test_a_journal_that_is_one_torn_line_is_empty(tmp_path):
    (tmp_path / NAME).write_bytes(b"x" * 3_000_000)
    assert lines(tmp_path) == []


def test_after_a_torn_line_a_new_one_begins_where_it_stood(tmp_path):
    (tmp_path / NAME).write_bytes(LINES[0] + b'{"key":')
    journal = Journal(tmp_path)
    journal.append(LINES[2])
    journal.close()
    assert lines(tmp_path) == [LINES[0], LINES[2]]


def test_a_full_disk_leaves_the_journal_as_it_was(tmp_path):
    room = [len(LINES[0]) + 100]

    def write(descriptor, data):
        if room[0] <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = os.write(descriptor, data[: room[0]])
        room[0] -= written
        return written

    journal = Journal(tmp_path, write=write)
    journal.append(LINES[0])
    with pytest.raises(
        UsageError, match=r"results\.jsonl: can't be written: no space left on device; make room"
    ):
        journal.append(LINES[1])
    assert (tmp_path / NAME).read_bytes() == LINES[0]
    room[0] = 10**6
    journal.append(LINES[1])
    journal.close()
    assert lines(tmp_path) == LINES[:2]


def test_a_limit_on_the_size_of_files_is_told_like_a_full_disk(tmp_path):
    program = f"""
import resource, sys
from pathlib import Path
from grader.batch.journal import Journal
from grader.errors import UsageError
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
journal = Journal(Path({str(tmp_path)!r}))
journal.append(b"x" * 899 + b"\\n")
try:
    journal.append(b"y" * 899 + b"\\n")
except UsageError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "file too large" in done.stdout
    assert resource.getrlimit(resource.RLIMIT_FSIZE)
    assert [len(line) for line in lines(tmp_path)] == [900]


@pytest.mark.parametrize("line", [b"", b"x\n", b"[1]\n", b'{"key":7}\n', b"[" * 100_000, b'{"a":1}\n'])
def test_a_damaged_line_is_named(tmp_path, line):
    with pytest.raises(UsageError, match="line 7 is damaged; run again with --restart"):
        read_line(line, tmp_path / NAME, 7)
