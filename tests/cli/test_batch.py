import io
import json
import os
import pty
import re
import select
import subprocess
import sys
from collections import Counter

import pytest

from grader.batch.discover import Left
from grader.batch.plan import BatchOutcome
from grader.batch.summary import Summary
from grader.cli.live import Live
from grader.errors import UsageError

from .conftest import PROBLEMS, SOLUTION


@pytest.fixture
def folder(monkeypatch):
    """Replace what grades; set `answer` or `fault` on what is given, read what was asked from `asked`."""
    import grader.batch.run  # noqa: PLC0415 - pydantic and all: for the tests that ask for it

    class Fake:
        answer, fault, asked = (), None, None

        def __call__(self, folder, out, **options):
            if self.fault is not None:
                raise self.fault
            self.asked = {"folder": folder, "out": out, **options}
            return self.answer

    fake = Fake()
    monkeypatch.setattr(grader.batch.run, "grade_folder", fake)
    return fake


def batch(here, **changes):
    summary = Summary(
        ("one", "two"), Counter(AC=2, WA=1), Counter({100.0: 2, 40.0: 1}), Counter(ddof=1), ran=3
    )
    summary.passed = [3, 2]
    fields = {
        "slug": "hypotenuse", "title": "Hypotenuse", "out": here / "out", "summary": summary, "graded": 3, "left": (),
        "missing": 0, "changes": None, "interrupted": False,
    }  # fmt: skip
    return BatchOutcome(**(fields | changes))


@pytest.mark.usefixtures("here")
def test_what_is_asked_reaches_what_grades(grader, folder, here):
    (here / "in").mkdir()
    options = [
        "-p", "hypotenuse", "-j", "3", "--restart", "--file-name", "a.py", "--glob", "x/*", "--roster", "r.csv",
        "--compare", "old", "--format", "junit,gradescope", "--seed", "7", "--time-factor", "2", "--isolation", "process",
        "--executor", "dask", "--scheduler", "tcp://x:1", "--max-per-learner", "5",
    ]  # fmt: skip
    folder.answer = (batch(here),)
    assert grader("batch", "in", "-o", "out", *options)[0] == 0
    asked = {key: str(value) if hasattr(value, "parts") else value for key, value in folder.asked.items()}
    assert asked.pop("problem") == "hypotenuse"
    del asked["watch"]
    assert asked == {
        "folder": "in", "out": "out", "problems": (), "seed": 7, "secret_seed": False, "isolation": "process",
        "time_factor": 2.0, "workers": 3, "executor": "dask", "scheduler": "tcp://x:1", "restart": True,
        "roster": "r.csv", "pattern": "x/*", "file_name": "a.py", "compare": "old", "formats": ("junit", "gradescope"),
        "max_per_learner": 5,
    }  # fmt: skip


def test_without_a_seed_what_is_there_decides(grader, folder, here):
    folder.answer = (batch(here),)
    grader("batch", ".", "-o", "out")
    assert (folder.asked["seed"], folder.asked["problem"]) == (None, None)
    grader("batch", ".", "-o", "out", "--seed", "random")
    assert folder.asked["secret_seed"]


def test_the_class_in_a_few_lines(grader, folder, here):
    folder.answer = (
        batch(here, graded=1, missing=2, changes=1, left=(Left("\x1b[2Jessay.docx", "is neither"),)),
    )
    code, out, err = grader("batch", ".", "-o", "out")
    assert (code, err) == (0, "")
    assert "Hypotenuse (hypotenuse)" in out
    assert "3 submissions, mean score 80, median 100" in out
    assert re.search(r"AC +█+░+ +2 +accepted", out)
    assert "two  2 of 3 right" in out
    assert "\\x1b[2Jessay.docx is neither" in out
    assert "2 learners of the list handed nothing in." in out
    assert "1 verdict or score changed" in out
    assert "report.html" in out
    assert "\x1b" not in out


def test_rows_that_a_person_has_to_look_at_are_told_on_stderr(grader, folder, here):
    keys = ("a/1.py", "a/\x1b[2J.py")
    folder.answer = (batch(here, several=(("Ada", keys),) * 9, shared=(("x.py", "y.py"),)),)
    code, _, err = grader("batch", ".", "-o", "out")
    lines = err.splitlines()
    assert code == 0
    assert lines[0] == (
        r"grader: warning: hypotenuse: 2 submissions of one learner, Ada: a/1.py, a/\x1b[2J.py"
    )
    assert len(lines) == 9
    assert lines[8].endswith("2 more like these; see duplicates and same_file in summary.json")


@pytest.mark.parametrize(("verdicts", "code"), [({"AC": 1, "JE": 1}, 3), ({"WA": 2, "CE": 1}, 0)])
def test_the_exit_code_says_whether_all_got_a_verdict(grader, folder, here, verdicts, code):
    folder.answer = (batch(here, summary=Summary((), Counter(verdicts))),)
    assert grader("batch", ".", "-o", "out")[0] == code


@pytest.mark.parametrize(
    ("fault", "code"), [(UsageError("x: is locked"), 2), (KeyboardInterrupt(), 130), (ZeroDivisionError(), 3)]
)
def test_what_goes_wrong_is_a_line_and_an_exit_code(grader, folder, here, fault, code):
    folder.fault = fault
    got, out, err = grader("batch", ".", "-o", "out")
    assert (got, out) == (code, "")
    assert err.count("\n") == (2 if code == 130 else 1)


def test_after_an_interrupt_it_is_said_how_to_go_on(grader, folder, here):
    folder.fault = KeyboardInterrupt()
    assert "run the same command again to resume" in grader("batch", ".", "-o", "out")[2]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["batch"], "Missing argument 'DIR'"),
        (["batch", "."], "Missing option '--output'"),
        (["batch", ".", "-o", "out", "-p", "layer_nrom"], "did you mean"),
        (["batch", ".", "-o", "out", "--seed", "x"], "--seed: must be a whole number"),
        (["batch", ".", "-o", "out", "--scheduler", "tcp://x"], "--scheduler: needs --executor dask"),
        (["batch", ".", "-o", "out", "--executor", "spark"], "'spark' is not one of"),
        (["batch", ".", "-o", "out", "--format", "pdf"], "unknown format 'pdf'"),
        (["batch", "nowhere", "-o", "out"], "there is no such folder"),
        (["batch", ".", "-o", "."], "holds something other than batch results"),
        (["batch", ".", "-o", "out", "-j", "0"], "from 1 to 256"),
        (["batch", ".", "-o", "out"], "give the problem with -p"),
    ],
)
def test_a_batch_that_can_not_be_done(here, grader, arguments, says):
    (here / "a.py").write_text("")
    code, out, err = grader(*arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
    assert sorted(path.name for path in here.iterdir()) == ["a.py"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_has_counts_rate_and_what_is_left(monkeypatch):
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    live = Live(no_color=True)
    live.begin("hypotenuse", 3)
    for verdict in ("AC", "WA", "AC"):
        live.verdict(verdict, fresh=True)
    live.writing()
    live.end()
    shown = screen.getvalue()
    assert "hypotenuse" in shown
    assert "3/3" in shown
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", shown)


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {}])
def test_no_progress_where_nobody_looks(monkeypatch, variables):
    screen = Terminal() if variables else io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    live = Live(no_color=False)
    live.begin("p", 2)
    live.verdict("AC", fresh=True)
    live.writing()
    live.end()
    assert screen.getvalue() == ""


@pytest.mark.kernel
def test_on_a_terminal_progress_is_on_standard_error_and_the_report_on_standard_output(here, cache):
    (here / "in").mkdir()
    for n in range(3):
        (here / "in" / f"{n}.py").write_text(SOLUTION)
    env = {
        **os.environ,
        "GRADER_PROBLEMS": str(PROBLEMS),
        "GRADER_CACHE_DIR": str(cache),
        "TERM": "xterm",
        "COLUMNS": "120",
    }
    far, near = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "grader", "batch", "in", "-p", "hypotenuse", "-o", "out", "-j1"],
        cwd=here, env=env, stdout=subprocess.PIPE, stderr=near, text=True,
    ) as run:  # fmt: skip
        os.close(near)
        screen = b""
        while select.select([far], [], [], 120)[0]:
            try:
                screen += os.read(far, 65536)
            except OSError:
                break
        out = run.stdout.read()
    os.close(far)
    assert run.returncode == 0
    assert b"hypotenuse" in screen
    assert "\x1b" not in out
    assert out.startswith("Hypotenuse (hypotenuse)\n3 submissions, mean score 100")
    assert json.loads((here / "out" / "summary.json").read_text())["verdicts"] == {"AC": 3}
