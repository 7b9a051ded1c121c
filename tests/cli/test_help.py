import subprocess
import sys
import time

import pytest
import typer

from grader import __version__
from grader.cli.app import COMMANDS

HEAVY = ("numpy", "hypothesis", "pydantic")
RELEASE = ".".join(typer.__version__.split(".")[:2])


@pytest.mark.skipif(RELEASE != "0.29", reason="the layout of help is typer's, and was recorded with 0.29")
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_of_every_command(command, grader, snapshot, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = grader(*command.split(), "--help")
    assert (code, err) == (0, "")
    assert out == snapshot


@pytest.mark.parametrize(
    "arguments", [[], ["--help"], ["-h"], ["--version"], *([c, "--help"] for c in COMMANDS)]
)
def test_help_imports_nothing_heavy(arguments):
    program = (
        "import sys; from grader.cli.app import run; run(sys.argv[1:]);"
        "sys.stderr.write(' '.join(m for m in sys.modules if '.' not in m))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout
    assert not set(HEAVY) & set(done.stderr.split())


def test_without_a_command_the_help_is_shown_and_the_exit_code_says_usage(grader):
    code, out, err = grader()
    assert (code, err) == (2, "")
    assert "Usage: grader" in out


def test_version(grader):
    assert grader("--version") == (0, f"grader {__version__}\n", "")


def test_the_module_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "grader", "list", "--nonsense"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("grader: ")


@pytest.mark.parametrize(
    ("words", "want"),
    [("grader su", "submit"), ("grader show layer", "layer_norm"), ("grader submit --fail", "--fail-under")],
)
def test_the_shell_completes_commands_problems_and_options(words, want, monkeypatch, grader):
    monkeypatch.setenv("_GRADER_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    code, out, _ = grader()
    assert code == 0
    assert want in out.split()


@pytest.mark.bench
def test_help_costs_no_more_than_half_again_an_empty_program(tmp_path):
    empty = tmp_path / "empty.py"
    empty.write_text("import typer\napp = typer.Typer()\n@app.command()\ndef main(): ...\napp()\n")

    def fastest(*command):
        times = []
        for _ in range(15):
            start = time.perf_counter()
            subprocess.run([sys.executable, *command, "--help"], capture_output=True, check=True)
            times.append(time.perf_counter() - start)
        return min(times)

    ratio = fastest("-m", "grader") / fastest(str(empty))
    print(f"--help: {ratio:.2f} x an empty typer program")
    assert ratio <= 1.5
