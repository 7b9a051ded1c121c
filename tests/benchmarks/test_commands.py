"""One command as a whole process, beside the start of what it is made of."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.conftest import RIGHT
from benchmarks.table import timed

GRADER = Path(sys.executable).parent / "grader"
EMPTY = "import typer\napp = typer.Typer()\n@app.command()\ndef main(): pass\napp(['--help'])"
pytestmark = [pytest.mark.bench, pytest.mark.kernel]


@pytest.fixture
def command(environment):
    def make(*words):
        def run():
            done = subprocess.run([*map(str, words)], env=environment, capture_output=True)
            assert done.returncode == 0, done.stderr

        run()
        return lambda: timed(run)

    return make


def test_one_command(table, command):
    numpy = command(sys.executable, "-c", "import numpy")
    typer = command(sys.executable, "-c", EMPTY)
    submit, check = command(GRADER, "submit", RIGHT), command(GRADER, "check", RIGHT)
    table.compare("one", "submit, warm bank / import numpy", submit, numpy, rounds=9, target=3)
    table.compare("one", "check, warm bank / import numpy", check, numpy, rounds=9)
    unrecorded = command(GRADER, "submit", RIGHT, "--no-history")
    table.compare("one", "submit, recorded / --no-history", submit, unrecorded, rounds=15, target=1.05)
    table.compare(
        "one", "--help / empty typer program", command(GRADER, "--help"), typer, rounds=9, target=1.5
    )


def test_submit_with_a_cold_bank(table, command, environment, tmp_path):
    numpy = command(sys.executable, "-c", "import numpy")
    numbers = itertools.count()

    def cold():
        fresh = environment | {"GRADER_CACHE_DIR": str(tmp_path / str(next(numbers)))}
        run = subprocess.run
        return timed(lambda: run([GRADER, "submit", RIGHT], env=fresh, capture_output=True, check=True))

    table.compare("one", "submit, cold bank / import numpy", cold, numpy, rounds=3)
