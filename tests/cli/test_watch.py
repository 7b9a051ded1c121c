"""`check --watch` as a user meets it: real files, a real terminal, a real judge."""

import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

import pytest

from .conftest import PROBLEMS, SOLUTION

GUARD_S = 60.0
WRONG = "def hypotenuse(a, b):\n    return a + b\n"
CLEAR = "\x1b[2J\x1b[H"
_SEQUENCE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Watching:
    """`grader check FILE --watch` on a terminal of its own, or in a pipe."""

    def __init__(self, here, *words, terminal=True, lines=40):
        ours, theirs = pty.openpty() if terminal else os.pipe()
        command = [sys.executable, "-m", "grader", "check", *words, "--watch"]
        environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LINES", "COLUMNS")}
        if terminal:
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 100, 0, 0))
            # Who leads a session and opens a terminal is interrupted by its Ctrl-C.
            name = os.ttyname(theirs)
            command = ["/bin/sh", "-c", f'exec "$@" <{name} >{name} 2>&1', "sh", *command]
        self.out = ours
        self.shown = ""
        self.process = subprocess.Popen(
            command,
            cwd=here,
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**environment, "TERM": "xterm"},
        )
        os.close(theirs)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        while True:
            try:
                piece = os.read(self.out, 65536)
            except OSError:  # how Linux says that the other end is closed
                return
            if not piece:
                return
            self.shown += piece.decode()

    def until(self, text):
        """Wait for `text`; return what was shown until the reports are complete, without colours."""
        end = time.monotonic() + GUARD_S
        while True:
            shown = _SEQUENCE.sub("", self.shown.replace("\r\n", "\n"))
            if text in shown and shown.rstrip().endswith(("Ctrl+C stops", "runs them all.")):
                self.shown = ""
                return shown
            assert time.monotonic() < end, f"{text!r} was not shown, but {shown!r}"
            assert self.process.poll() is None, f"ended with {self.process.returncode}: {shown!r}"
            time.sleep(0.01)

    def sandboxes(self):
        """Return the numbers of the processes that it has started, by whichever thread."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [number for task in tasks for number in task.read_text().split()]

    def end(self):
        """Press Ctrl-C; return the exit code and what was shown since."""
        os.write(self.out, b"\x03")
        code = self.process.wait(GUARD_S)
        self._reader.join(GUARD_S)
        return code, self.shown


@pytest.fixture(autouse=True)
def _warm(cache, monkeypatch):
    """Let the tests share the banks of cases."""
    monkeypatch.setenv("GRADER_CACHE_DIR", str(cache))


@pytest.fixture
def watching(here):
    started = []

    def start(*words, **options):
        started.append(Watching(here, *map(str, words), **options))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.wait()
        one._reader.join(GUARD_S)
        one.process.stderr.close()
        os.close(one.out)


def replace(path, source):
    """Save as most editors do."""
    new = path.with_name(".new")
    new.write_text(source)
    new.rename(path)


def gone(numbers):
    assert numbers
    end = time.monotonic() + GUARD_S
    while any(os.path.exists(f"/proc/{n}") for n in numbers):
        assert time.monotonic() < end, f"still there: {numbers}"
        time.sleep(0.01)


@pytest.mark.kernel
def test_each_save_is_graded_by_the_judge_that_is_open(solution, watching):
    solution.write_text(WRONG)
    seen = watching(solution.name)
    first = seen.until("0 of 1 samples right")
    assert "before" not in first
    judge = seen.sandboxes()
    assert len(judge) == 1

    replace(solution, SOLUTION)
    shown = seen.until("1 of 1 samples right, before: 0; now right: three_four_five")
    assert "AC  1 of 1 samples right" in shown
    assert "AC  three_four_five" in shown

    solution.write_text(SOLUTION)
    seen.until("1 of 1 samples right, as before")
    solution.write_text("def hypotenuse(a, b:")
    assert "SyntaxError" in seen.until("now wrong: three_four_five")
    assert seen.sandboxes() == judge


@pytest.mark.kernel
def test_a_terminal_is_cleared_and_drawn_again_and_ctrl_c_ends_it_quietly(solution, watching):
    seen = watching(solution.name)
    seen.until("watching solution.py, Ctrl+C stops")
    solution.write_text(WRONG)
    end = time.monotonic() + GUARD_S
    while "now wrong" not in seen.shown or not seen.shown.endswith("Ctrl+C stops\x1b[0m\r\n"):
        assert time.monotonic() < end
        time.sleep(0.01)
    drawn = seen.shown.split(CLEAR)
    assert len(drawn) == 2
    assert _SEQUENCE.sub("", drawn[1]).startswith("0 of 1 samples right, before: 1")
    judge, seen.shown = seen.sandboxes(), ""
    assert seen.end() == (130, "^C\r\n")
    gone(judge)


@pytest.mark.kernel
@pytest.mark.parametrize(("lines", "times"), [(40, 1), (10, 2)], ids=["tall", "low"])
def test_the_first_line_is_said_again_where_it_has_moved_out_of_sight(solution, watching, lines, times):
    seen = watching(solution.name, lines=lines)
    seen.until("1 of 1 samples right")
    solution.write_text(WRONG)
    assert seen.until("now wrong").count("before: 1; now wrong: three_four_five") == times


@pytest.mark.kernel
def test_a_link_is_followed_to_where_the_file_is_saved(here, solution, watching):
    (here / "elsewhere").mkdir()
    target = solution.rename(here / "elsewhere" / "mine.py")
    solution.symlink_to(target)
    seen = watching(solution.name)
    seen.until("1 of 1 samples right")
    replace(target, WRONG)
    seen.until("now wrong: three_four_five")


@pytest.mark.kernel
def test_a_sandbox_that_was_killed_is_replaced(solution, watching):
    seen = watching(solution.name)
    seen.until("1 of 1 samples right")
    (judge,) = seen.sandboxes()
    os.kill(int(judge), signal.SIGKILL)
    solution.write_text(WRONG)
    seen.until("WA  0 of 1 samples right")
    assert seen.sandboxes() != [judge]


@pytest.mark.kernel
def test_a_file_may_be_broken_in_every_way_meanwhile(solution, watching):
    seen = watching(solution.name)
    seen.until("1 of 1 samples right")

    solution.unlink()
    seen.until("solution.py: no such file")
    solution.write_text(WRONG)
    seen.until("0 of 1 samples right, before: 1; now wrong: three_four_five")

    solution.write_bytes(b"x" * (256 * 1024 + 1))
    seen.until("solution.py: larger than 256 KiB")
    replace(solution, SOLUTION)
    seen.until("1 of 1 samples right, before: 0")

    solution.write_text("")
    seen.until("Compile error")
    solution.write_bytes(b"\0")
    seen.until("holds a NUL byte in line 1")
    solution.unlink()
    solution.mkdir()
    seen.until("solution.py: is a folder")
    solution.rmdir()
    solution.symlink_to(solution)
    seen.until("solution.py: can't be read: too many levels")
    solution.unlink()
    solution.write_text(SOLUTION)
    seen.until("1 of 1 samples right, before: 0")


@pytest.mark.kernel
def test_a_save_in_pieces_and_many_saves_in_a_row_end_with_what_is_there(solution, watching):
    solution.write_text(WRONG)
    seen = watching(solution.name)
    seen.until("0 of 1 samples right")

    half = len(SOLUTION) // 2
    with solution.open("w") as file:
        for piece in ("", SOLUTION[:half], SOLUTION[half:]):
            file.write(piece)
            file.flush()
            time.sleep(0.2)  # longer than any one notice is waited for
    seen.until("now right: three_four_five")

    for n in range(50):
        replace(solution, f"{WRONG}# {n}\n")
    replace(solution, f"{WRONG}# the last one\n")
    seen.until("now wrong: three_four_five")
    replace(solution, SOLUTION)
    shown = seen.until("now right: three_four_five")
    assert shown.count("samples right,") <= 10


@pytest.mark.kernel
def test_an_author_may_change_the_problem_meanwhile(here, watching):
    folder = shutil.copytree(PROBLEMS / "centre", here / "problems" / "centre")
    file = here / "mine.py"
    file.write_text("def centre(x, scale=2.0):\n    return (x - x.mean(axis=-1, keepdims=True)) / 2.0\n")
    seen = watching(file.name, "-p", f"{folder}{os.sep}")
    seen.until("1 of 1 samples right")

    case = 'why = "another scale"\n[args]\nx = [1.0, 2.0]\nscale = 4.0\n'
    (folder / "cases" / "sample" / "scaled.toml").write_text(case)
    shown = seen.until("the problem has changed; ")
    assert "1 of 2 samples right, before: 1 of 1" in shown
    assert "scaled" in shown

    page = (folder / "problem.toml").read_text()
    (folder / "problem.toml").write_text(page.replace("schema = 1", "schema = 9"))
    seen.until("schema")
    assert seen.sandboxes() == []
    replace(file, "def centre(x, scale=2.0):\n    return (x - x.mean(axis=-1, keepdims=True)) / scale\n")
    seen.until("schema")
    (folder / "problem.toml").write_text(page)
    seen.until("2 of 2 samples right, before: 1; now right: scaled")

    reference = folder / "reference.py"
    reference.write_text(reference.read_text().replace("/ scale", "/ scale + 1"))
    seen.until("one_row")


@pytest.mark.kernel
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGKILL])
def test_no_process_is_left_whatever_ends_it(solution, watching, number):
    seen = watching(solution.name)
    seen.until("1 of 1 samples right")
    judge = seen.sandboxes()
    seen.process.send_signal(number)
    assert seen.process.wait(GUARD_S) == -number
    gone(judge)


@pytest.mark.kernel
def test_ctrl_c_ends_it_while_a_solution_runs(solution, watching):
    seen = watching(solution.name, "--time-factor", "100")
    seen.until("1 of 1 samples right")
    judge = seen.sandboxes()
    replace(solution, "def hypotenuse(a, b):\n    while True: pass\n")
    end = time.monotonic() + GUARD_S
    while "grading" not in seen.shown:
        assert time.monotonic() < end
        time.sleep(0.01)
    time.sleep(0.2)  # the run itself, and not what comes before
    assert seen.end()[0] == 130
    gone(judge)


@pytest.mark.kernel
def test_a_pipe_gets_one_report_after_the_other(solution, watching):
    seen = watching(solution.name, terminal=False)
    first = seen.until("1 of 1 samples right")
    assert first.startswith("AC")
    solution.write_text(WRONG)
    shown = seen.until("now wrong: three_four_five")
    assert re.match(r"-{20,}\n0 of 1 samples right, before: 1", shown)
    assert CLEAR not in shown
    assert "watching" not in shown
    seen.process.send_signal(signal.SIGINT)
    assert seen.process.wait(GUARD_S) == 130
    assert seen.process.stderr.read() == b""


@pytest.mark.kernel
def test_it_ends_when_nobody_reads_any_more(solution, here):
    command = [sys.executable, "-m", "grader", "check", solution.name, "--watch"]
    process = subprocess.Popen(command, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline().startswith(b"AC")
    process.stdout.close()
    end = time.monotonic() + GUARD_S
    while process.poll() is None:
        assert time.monotonic() < end
        replace(solution, WRONG)
        time.sleep(0.1)
    assert (process.returncode, process.stderr.read()) == (0, b"")
    process.stderr.close()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["solution.py", "--format", "json"], "--watch: prints text reports only"),
        (["solution.py", "-o", "out"], "--watch: prints text reports only"),
        (["-"], "--watch: can't watch standard input; give a file"),
        (["missing.py"], "missing.py: no such file"),
        (["empty.py"], "empty.py: defines no problem's function"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_can_not_be_watched_is_refused_in_a_line(solution, here, grader, judge, words, says):
    (here / "empty.py").write_text("")
    code, out, err = grader("check", *words, "--watch")
    assert (code, out) == (2, "")
    assert err.startswith(f"grader: {says}")
    assert err.count("\n") == 1
    assert judge.made == []


def test_without_the_library_it_says_how_to_get_it(solution, grader, judge, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert grader("check", solution, "--watch") == (
        2,
        "",
        "grader: --watch: needs the package watchfiles; pip install 'numgrader[watch]'\n",
    )
    assert judge.made == []
