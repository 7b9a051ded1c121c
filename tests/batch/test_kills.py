"""A run that is killed with a signal that nobody can catch, and goes on as if nothing had been."""

import csv
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from .classes import PROBLEMS, make_class

pytestmark = pytest.mark.kernel

START_S = 120


class Runs:
    """Runs of one command on one class."""

    def __init__(self, folder, cache):
        self.folder = folder
        self.env = {**os.environ, "GRADER_PROBLEMS": str(PROBLEMS), "GRADER_CACHE_DIR": str(cache)}

    def start(self, out):
        command = [sys.executable, "-m", "grader", "batch", self.folder, "-p", "hypotenuse", "-o", out]
        return subprocess.Popen(
            [*command, "-j2", "--time-factor", "0.1"],
            env=self.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def finish(self, out):
        run = self.start(out)
        _, told = run.communicate(timeout=3600)
        assert (run.returncode, told) == (0, "")
        return (out / "grades.csv").read_bytes()

    def kill(self, out, lines):
        """Start a run and kill it when its journal has `lines` lines, or has ended before."""
        run = self.start(out)
        end = time.monotonic() + START_S
        while run.poll() is None and count(out) < lines and time.monotonic() < end:
            time.sleep(0.001)
        os.kill(run.pid, signal.SIGKILL)
        run.communicate(timeout=60)
        assert not (out / "grades.csv").exists()
        return count(out)


def count(out):
    try:
        return (out / "results.jsonl").read_bytes().count(b"\n")
    except FileNotFoundError:
        return 0


def verdicts(grades):
    return {row["key"]: row["verdict"] for row in csv.DictReader(grades.decode().splitlines())}


def killed_and_undisturbed(tmp_path, cache, size, kills):
    wanted = make_class(tmp_path / "in", size)
    runs = Runs(tmp_path / "in", cache)
    undisturbed = runs.finish(tmp_path / "one")
    assert verdicts(undisturbed) == wanted
    dice = random.Random(size)
    done = 0
    for moment in sorted(dice.sample(range(1, size - 5), kills)):
        before, done = done, runs.kill(tmp_path / "other", moment)
        assert done >= before
    # As if the last write had been cut short.
    with open(tmp_path / "other" / "results.jsonl", "ab") as journal:
        journal.write(b'{"key":"s00000.py","schema_ver')
    again = runs.finish(tmp_path / "other")
    assert [
        two for two in zip(undisturbed.split(b"\n"), again.split(b"\n"), strict=True) if len(set(two)) > 1
    ] == []
    assert again == undisturbed
    keys = [line.split(b'"')[3] for line in (tmp_path / "other" / "results.jsonl").read_bytes().splitlines()]
    assert set(Counter(keys).values()) == {1}, "a result that was there has been made again"
    return wanted


def test_a_hundred_submissions_and_two_kills(tmp_path, cache):
    killed_and_undisturbed(tmp_path, cache, 100, 2)


@pytest.mark.long
def test_a_thousand_submissions_and_ten_kills(tmp_path, cache):
    wanted = killed_and_undisturbed(tmp_path, cache, 1000, 10)
    assert Counter(wanted.values()) == {"AC": 600, "WA": 240, "RTE": 80, "CE": 60, "TLE": 10, "OLE": 10}
