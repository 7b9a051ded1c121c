"""Classes graded from inside their own folder, with files that are called like modules of the judge's."""

import csv
import os
import subprocess
import sys

import pytest
from hostile.files import HONEST, PROBLEM

pytestmark = pytest.mark.kernel

GUARD_S = 600
# Wrong for its author; where the judge's own worker imports it, it makes every verdict AC.
PICKLE = """
def layer_norm(x, gamma, beta, eps=1e-6):
    return None

if "multiprocessing" in __import__("sys").modules:  # not in the sandbox: in the worker
    import sys, os
    sys.path = [p for p in sys.path if p not in ("", os.getcwd())]
    del sys.modules["pickle"]
    import pickle
    globals().update(vars(pickle))
    import grader.outcomes.outcome as o
    from grader.result import Verdict
    o.judge_case = lambda c, r, s: o.Outcome(c, r, Verdict.AC)
"""
# Wrong, too; whoever imports it outside of the sandbox leaves a mark.
MARKS = """
def layer_norm(x, gamma, beta, eps=1e-6):
    return None

try:
    open({mark!r}, "a").write(__name__ + "\\n")
except OSError:
    pass
"""
NAMES = (
    "numpy", "grader", "sitecustomize", "usercustomize", "json", "threading", "multiprocessing", "encodings", "signal",
    "typing", "random", "hypothesis", "pydantic", "typer", "zipfile", "_pickle", "copyreg", "solution", "__main__", "runpy", "pkgutil", "numgrader",
)  # fmt: skip
TAKEN_BY_PYTHON = ("grader", "runpy", "pkgutil", "importlib")

# As the installed command begins: the folder of the script is looked in for modules, not the current one.
SCRIPT = "from grader.cli import main\n\nif __name__ == '__main__':\n    main()\n"


def graded_from_inside(command, folder, out, cache):
    """Grade a class as somebody does who has changed to its folder; return verdicts and scores by key."""
    done = subprocess.run(
        [sys.executable, *command, "batch", ".", "-p", str(PROBLEM), "-o", str(out), "-j2"],
        cwd=folder,
        env={**os.environ, "GRADER_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        timeout=GUARD_S,
    )
    assert (done.returncode, done.stderr) == (0, "")
    with open(out / "grades.csv", encoding="utf-8", newline="") as file:
        return {row["key"]: (row["verdict"], row["score"]) for row in csv.DictReader(file)}


@pytest.fixture(params=["script", "module"])
def command(request, tmp_path):
    script = tmp_path / "bin" / "run.py"
    script.parent.mkdir()
    script.write_text(SCRIPT)
    return {"script": [str(script)], "module": ["-m", "grader"]}[request.param]


def test_a_file_called_pickle_is_graded_and_not_imported_by_a_worker(command, tmp_path, cache):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "right.py").write_bytes(HONEST)
    (folder / "pickle.py").write_text(PICKLE)
    graded = graded_from_inside(command, folder, tmp_path / "out", cache)
    assert graded == {"right.py": ("AC", "100"), "pickle.py": ("WA", "0")}


def test_files_called_like_modules_are_never_imported_outside_of_the_sandbox(command, tmp_path, cache):
    folder, mark = tmp_path / "in", tmp_path / "imported"
    folder.mkdir()
    # Before it has run a line, Python itself takes -m for a file in the current folder.
    names = NAMES if "-m" not in command else [name for name in NAMES if name not in TAKEN_BY_PYTHON]
    for name in names:
        (folder / f"{name}.py").write_text(MARKS.format(mark=str(mark)))
    (folder / "right.py").write_bytes(HONEST)
    graded = graded_from_inside(command, folder, tmp_path / "out", cache)
    assert not mark.exists(), mark.read_text()
    assert graded == {f"{name}.py": ("WA", "0") for name in names} | {"right.py": ("AC", "100")}
