"""A disk that is full, at whichever point of a run: one line, nothing lost, and the next run completes."""

import errno
import os

import pytest

from grader.cli.errors import explain
from grader.errors import GraderError
from grader.report.formats import BATCH_FORMATS, names

from .classes import KINDS

CALLS = ("open", "mkdir", "replace", "fsync", "fdatasync", "pwrite")
FILES = {"a.py": KINDS["AC"], "d/b.py": KINDS["WA"], "c.py": KINDS["CE"]}

pytestmark = pytest.mark.kernel


class Disk:
    """Counts what needs room, and refuses it from the n-th time on."""

    def __init__(self, monkeypatch, room=None):
        self.used, self.room = 0, room
        for name in CALLS:
            monkeypatch.setattr(os, name, self.counting(name, getattr(os, name)))

    def counting(self, name, real):
        def call(*args, **kwargs):
            if name == "open" and not (
                len(args) > 1 and args[1] & (os.O_CREAT | getattr(os, "O_TMPFILE", 0))
            ):
                return real(*args, **kwargs)
            self.used += 1
            if self.room is not None and self.used > self.room:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return real(*args, **kwargs)

        return call


def content(out):
    return {
        p: p.read_bytes()
        for p in sorted(out.rglob("*"))
        if p.is_file() and p.name not in ("results.jsonl", ".lock")
    }


def refused(monkeypatch, room, run):
    """Run on a disk with so much room; return whether it was too little, which must be one line."""
    with monkeypatch.context() as patch:
        disk = Disk(patch, room)
        try:
            run()
        except (GraderError, OSError) as error:
            code, lines = explain(error)
            assert (code, len(lines)) == (2, 1)
            assert "no space left on device" in lines[0]
            return True
        return disk.used > room


def test_writing_what_was_graded_before(tree, tmp_path, batch, monkeypatch):
    root, out = tree(FILES), tmp_path / "out"
    options = {"formats": names(BATCH_FORMATS)}
    batch(root, out, **options)
    whole = content(out)
    with monkeypatch.context() as patch:
        disk = Disk(patch)
        batch(root, out, **options)
    assert disk.used > 20
    for room in range(disk.used):
        for path in sorted((out / "feedback").rglob("*.md")):
            path.unlink()
        assert refused(monkeypatch, room, lambda: batch(root, out, **options))
        assert {path for path in content(out) if "feedback" not in path.parts} == {
            path for path in whole if "feedback" not in path.parts
        }
    (done,) = batch(root, out, **options)
    assert done.graded == 0
    assert content(out) == whole


@pytest.mark.parametrize(
    "room", [0, 1, 2, 5, 8, 13, *(pytest.param(n, marks=pytest.mark.long) for n in range(14, 50))]
)
def test_grading(tree, tmp_path, batch, monkeypatch, room):
    root, out = tree(FILES), tmp_path / "out"
    options = {"formats": names(BATCH_FORMATS)}
    assert refused(monkeypatch, room, lambda: batch(root, out, **options)) or room > 30
    (done,) = batch(root, out, **options)
    assert done.summary.count == 3
    assert {path.name for path in out.iterdir()} == {
        ".lock", "run.json", "results.jsonl", "grades.csv", "summary.json", "report.html", "feedback",
        "junit.xml", "gradescope", "prairielearn",
    }  # fmt: skip
