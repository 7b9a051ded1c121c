"""Whatever is wrong with a command or its files: one line that says where, what and the way out; exit 2."""

import os
import shutil

import pytest
from report.payloads import PAYLOADS

from grader.errors import IsolationError, JudgeFault, ProblemError

from .conftest import PROBLEMS, SOLUTION

ROOT = os.geteuid() == 0


def fails(grader, *arguments, code=2):
    got, out, err = grader(*arguments)
    assert got == code
    assert out == ""
    assert err.endswith("\n")
    assert err.count("\n") == 1, err
    assert err.startswith("grader: ")
    assert "Traceback" not in err
    return err


def make(kind, path):
    match kind:
        case "folder":
            path.mkdir()
        case "fifo":
            os.mkfifo(path)
        case "large":
            path.write_bytes(b"#" * (256 * 1024 + 1))
        case "nul":
            path.write_bytes(b"import numpy\nx = '\0'\n")
        case "loop":
            path.symlink_to(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "dangling":
            path.symlink_to(path.with_name("nowhere.py"))
    return path


@pytest.mark.parametrize("command", ["submit", "check"])
@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("missing", "no such file"),
        ("dangling", "no such file"),
        ("folder", "is a folder; give the Python file in it"),
        ("fifo", "is not a regular file; use - to read standard input"),
        ("device", "is not a regular file"),
        ("large", "larger than 256 KiB"),
        ("nul", "holds a NUL byte in line 2"),
        ("loop", "can't be read"),
    ],
)
def test_a_file_that_cannot_be_a_submission(here, grader, command, kind, says):
    path = make(kind, here / "f.py")
    assert says in fails(grader, command, path)


@pytest.mark.skipif(ROOT, reason="root may read everything")
def test_a_file_without_permission(solution, grader):
    solution.chmod(0)
    assert "permission denied" in fails(grader, "submit", solution)


@pytest.mark.parametrize(
    "name", [name for name, text in PAYLOADS.items() if len(text) < 200 and "\0" not in text]
)
@pytest.mark.usefixtures("here")
def test_a_hostile_file_name_is_shown_escaped_on_one_line(grader, name):
    path = "x" + os.fsdecode(PAYLOADS[name].replace("/", "_").encode("utf-8", "replace"))
    error = fails(grader, "submit", "--", path)
    assert error.rstrip("\n").isprintable()


@pytest.mark.usefixtures("here")
def test_a_name_that_is_too_long(grader):
    assert "can't be read" in fails(grader, "submit", "x" * 5000)


@pytest.mark.parametrize("source", [b"#" * (256 * 1024 + 1), b"a = '\0'"])
@pytest.mark.usefixtures("here")
def test_standard_input_has_the_same_bounds(grader, typed, source):
    typed(source)
    assert "standard input: " in fails(grader, "submit", "-p", "hypotenuse", "-")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["submit", "{f}", "-p", "hypotenus"], "did you mean 'hypotenuse'"),
        (["submit", "{f}", "-p", "no/such/folder"], "no/such/folder: not a problem folder"),
        (["submit", "{f}", "--problems", "nowhere"], "nowhere is not a folder"),
        (["show", "hypotenus"], "did you mean 'hypotenuse'"),
        (["start", "hypotenus"], "did you mean 'hypotenuse'"),
        (["submit", "{f}", "--seed", "-1"], "--seed: must be a whole number"),
        (["submit", "{f}", "--seed", "x"], "--seed: must be a whole number"),
        (["submit", "{f}", "--seed", "1.5"], "--seed: must be a whole number"),
        (["submit", "{f}", "--seed", ""], "--seed: must be a whole number"),
        (["submit", "{f}", "--seed", "\u0661"], "--seed: must be a whole number"),
        (["submit", "{f}", "--seed", str(2**128)], "--seed: must be a whole number"),
        (["submit", "{f}", "--format", "yaml"], "--format: unknown format 'yaml'; use text or json"),
        (["check", "{f}", "--format", "prairielearn"], "--format prairielearn: not available"),
        (["check", "{f}", "--format", "junit"], "--format junit: not available"),
        (["show", "hypotenuse", "--format", "junit"], "--format junit: not available"),
        (["list", "--format", "xml"], "--format: unknown format 'xml'"),
        (["show", "hypotenuse", "--hint", "0"], "--hint: hypotenuse has "),
        (["show", "hypotenuse", "--hint", "99"], "--hint: hypotenuse has "),
        (["show", "hypotenuse", "--hint", "first"], "--hint"),
        (["show", "hypotenuse", "--section", "tests"], "--section: there is no section 'tests'"),
        (["submit", "{f}", "--time-factor", "0"], "--time-factor: must be a number"),
        (["submit", "{f}", "--time-factor", "nan"], "--time-factor: must be a number"),
        (["check", "{f}", "--time-factor", "inf"], "--time-factor: must be a number"),
        (["submit", "{f}", "--fail-under", "101"], "--fail-under: must be a score"),
        (["submit", "{f}", "--fail-under", "nan"], "--fail-under: must be a score"),
        (["submit", "{f}", "--isolation", "none"], "--isolation"),
        (["submit", "{f}", "--sed", "1"], "--seed"),
        (["submit"], "FILE"),
        (["submit", "{f}", "{f}"], "unexpected extra argument"),
        (["submitt", "{f}"], "submitt"),
        (["list", "--nonsense"], "--nonsense"),
        (["submit", "{f}", "-o", "{f}", "--force"], "is the input file"),
        (["submit", "{f}", "-o", "no/such/out.json"], "there is no folder"),
        (["submit", "{f}", "-o", "{d}"], "is a folder"),
        (["submit", "{f}", "-o", "{e}"], "exists already; --force overwrites it"),
        (["check", "{f}", "-o", "{e}"], "exists already; --force overwrites it"),
        (["show", "hypotenuse", "-o", "{e}"], "exists already; --force overwrites it"),
        (["start", "hypotenuse", "-o", "{e}"], "exists already; --force overwrites it"),
        (["start", "hypotenuse"], "solution.py: exists already"),
        (["submit", "{f}", "-o", "{p}", "--force"], "is not a regular file"),
        (["submit", "{f}", "-o", "/proc/self/out"], "can't be written"),
    ],
)
def test_a_command_that_cannot_be_done(solution, here, grader, arguments, says):
    (here / "taken").write_text("precious")
    os.mkfifo(here / "pipe")
    places = {"f": solution, "d": here, "e": here / "taken", "p": here / "pipe"}
    assert says in fails(grader, *(a.format(**places) for a in arguments))
    assert (here / "taken").read_text() == "precious"
    assert solution.read_text() == SOLUTION


@pytest.mark.skipif(ROOT, reason="root may write everywhere")
def test_an_output_in_a_read_only_folder(solution, here, grader):
    (here / "closed").mkdir(mode=0o555)
    assert "can't be written" in fails(grader, "submit", solution, "-o", here / "closed" / "out")


def test_an_ambiguous_file_is_told_the_candidates(here, grader):
    for slug in ("one", "two"):
        shutil.copytree(PROBLEMS / "hypotenuse", here / "problems" / slug)
    (here / "f.py").write_text(SOLUTION)
    error = fails(grader, "submit", "f.py")
    assert "f.py: matches 3 problems; choose one: -p hypotenuse or -p one or -p two" in error


def test_a_file_for_no_problem_is_told_what_there_is(here, grader):
    (here / "f.py").write_text("x = 1\n")
    error = fails(grader, "submit", "f.py")
    assert "f.py: defines no problem's function" in error
    assert "hypotenuse" in error


def test_an_unknown_problem_in_the_first_line_gets_a_suggestion(here, grader):
    (here / "f.py").write_text("# grader: hypotenus\n" + SOLUTION)
    assert "f.py: line 1: unknown problem 'hypotenus'; did you mean 'hypotenuse'" in fails(
        grader, "submit", "f.py"
    )


def test_every_fault_of_a_problem_folder_has_its_line(here, grader):
    folder = here / "problems" / "broken"
    shutil.copytree(PROBLEMS / "hypotenuse", folder)
    toml = (folder / "problem.toml").read_text().replace("schema = 1", "schema = 9\nspeed = 1")
    (folder / "problem.toml").write_text(toml)
    code, out, err = grader("show", "broken")
    assert (code, out) == (2, "")
    lines = err.splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("grader: ") and "problem.toml" in line for line in lines)


@pytest.mark.parametrize(
    ("fault", "code", "says"),
    [
        (JudgeFault("the spawner died"), 3, "the spawner died"),
        (
            IsolationError("no Landlock here;\nuse --isolation process"),
            3,
            "no Landlock here; use --isolation",
        ),
        (ProblemError("problems/x: strategies.py: wrong"), 2, "strategies.py: wrong"),
        (KeyError("x"), 3, "a fault of grader itself: KeyError: 'x'"),
        (RecursionError("deep"), 3, "a fault of grader itself: RecursionError"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ValueError("\x1b[2J\nx"), 3, r"\x1b[2J"),
    ],
)
def test_a_fault_further_in_is_one_line_and_its_own_exit_code(solution, grader, judge, fault, code, says):
    judge.fault = fault
    assert says in fails(grader, "submit", solution, code=code)


def test_debug_shows_the_traceback_before_the_line(solution, grader, judge):
    judge.fault = JudgeFault("broken")
    code, _, err = grader("submit", solution, "--debug")
    assert code == 3
    assert "Traceback" in err
    assert err.endswith("grader: broken\n")


@pytest.mark.usefixtures("judge")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["start", "layer_norm", "-o", "loop/solution.py"], "loop/solution.py: can't be written"),
        (["submit", "solution.py", "-o", "loop/report.txt"], "loop/report.txt: can't be written"),
        (["history", "./loop"], "./loop: not a problem folder"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_links_that_lead_round_in_a_circle_are_told_in_a_line(here, solution, grader, words, says):
    assert solution.parent == here
    make("loop", here / "loop")
    assert says in fails(grader, *words)
