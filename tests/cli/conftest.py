import io
import sys
from pathlib import Path
from typing import ClassVar

import pytest
from report.results import MADE

from grader.cli.app import run

PROBLEMS = Path(__file__).parents[1] / "support" / "problems"
SOLUTION = "def hypotenuse(a, b):\n    return (a * a + b * b) ** 0.5\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working directory, from which only the fixture problems are known besides the bundled ones."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GRADER_PROBLEMS", str(PROBLEMS))
    for name in ("NO_COLOR", "COLUMNS", "TERM"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def solution(here):
    path = here / "solution.py"
    path.write_text(SOLUTION)
    return path


@pytest.fixture
def grader(capsys):
    """Run a command in this process; give (exit code, standard output, standard error)."""

    def call(*arguments):
        code = run([str(a) for a in arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return call


class FakeJudge:
    """Stands in for the judge: notes how it was made and asked, and gives the result it is told to."""

    made: ClassVar = []
    answer = MADE["accepted"]
    fault = None

    def __init__(self, problem, **options):
        if self.fault is not None:
            raise self.fault
        options.pop("started")  # nothing that was asked for: it saves time
        type(self).made.append((problem.slug, options))
        self.problem = problem
        self.bank = type(
            "Bank", (), {"cases": [type("C", (), {"visibility": v}) for v in ("sample", "hidden")]}
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def grade(self, source, **asked):
        type(self).made.append((source, asked))
        return self.answer


@pytest.fixture
def judge(monkeypatch):
    """Replace the judge; set `answer` or `fault` on what is given, read what was asked from `made`."""
    import grader.judge  # noqa: PLC0415 - numpy and all: for the tests that ask for it

    fake = type("Judge", (FakeJudge,), {"made": []})
    monkeypatch.setattr(grader.judge, "Judge", fake)
    return fake


@pytest.fixture
def typed(monkeypatch):
    """Make bytes come from standard input."""

    def give(source):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(source)))

    return give
