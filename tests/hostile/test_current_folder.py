"""Commands that are started in a folder full of files with the names of modules: none of them is executed.

One folder holds a file for each module of the standard library, each one that is installed, each that the
package imports and each that it consists of. Executed, a file leaves its name in another folder.
"""

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROBLEMS = ROOT / "tests" / "support" / "problems"
RIGHT = "def hypotenuse(a, b):\n    return (a * a + b * b) ** 0.5\n"
DOUBLED = 'import numpy as np\n\n\ndef doubled(x: np.ndarray) -> np.ndarray:\n    """Return 2 x."""\n    return 2.0 * x\n'
GUARD_S = 300
CONSOLE = Path(sys.executable).with_name("grader")
PLUGINS = ("pydantic", "hypothesis", "pytest11", "console_scripts")

COMMANDS = {
    "list": ("list",),
    "show": ("show", "hypotenuse"),
    "start": ("start", "hypotenuse", "-o", "begun.py"),
    "check": ("check", "sub_ada.py", "-p", "hypotenuse"),
    "submit": ("submit", "sub_ada.py", "-p", "hypotenuse"),
    "history": ("history",),
    "batch": ("batch", ".", "-p", "hypotenuse", "-o", "results", "--jobs", "2", "--glob", "sub_*.py"),
    "new": ("new", "doubled", "--from", "own.py", "-o", "made"),
    "add-case": (
        "add-case",
        "course/hypotenuse",
        "one_more",
        "-g",
        "plain",
        "--args",
        "args.toml",
        "--why",
        "w",
    ),
    "verify": ("verify", "hypotenuse", "--quick"),
    "export": ("export", "hypotenuse", "--public", "-o", "public"),
    "doctor": ("doctor",),
}
QUICK = {"submit", "batch", "doctor"}


def imported_by_the_package():
    """Return the first part of each name that an import statement of the package names, and its own modules."""
    names = set()
    for path in (ROOT / "grader").rglob("*.py"):
        names.add(path.stem)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.partition(".")[0])
    return names


def module_names():
    standard = {name for name in sys.stdlib_module_names if name != "__main__"}
    names = standard | set(packages_distributions()) | imported_by_the_package()
    return sorted(name for name in {*names, "sitecustomize", "usercustomize"} if name.isidentifier())


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """Give a folder of such files, and the folder where they leave their names."""
    folder, told = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("told")
    for name in module_names():
        (folder / f"{name}.py").write_text(f"open({str(told / name)!r}, 'w').close()\n")
    info = folder / "evil-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("".join(f"[{group}]\nevil = pickle\n" for group in PLUGINS))
    (folder / "sub_ada.py").write_text(RIGHT)
    (folder / "sub_eva.py").write_text(RIGHT.replace("+", "-"))
    (folder / "own.py").write_text(DOUBLED)
    (folder / "args.toml").write_text("a = 5.0\nb = 12.0\n")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PROBLEMS / "hypotenuse", folder / "course" / "hypotenuse", ignore=ignored)
    return folder, told


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    places = {"GRADER_CACHE_DIR": "banks", "GRADER_HISTORY": "history.sqlite3"}
    base = tmp_path_factory.mktemp("state")
    return {
        **kept,
        **{name: str(base / place) for name, place in places.items()},
        "GRADER_PROBLEMS": str(PROBLEMS),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


@pytest.fixture(scope="module")
def taken_by_python(tmp_path_factory):
    """Return what has been imported before the first line of a package that is run with ``-m``."""
    folder = tmp_path_factory.mktemp("probe")
    (folder / "probe").mkdir()
    (folder / "probe" / "__init__.py").write_text("import sys\nbefore = sorted(sys.modules)\n")
    (folder / "probe" / "__main__.py").write_text("from probe import before\nprint(*before)\n")
    done = subprocess.run(
        [sys.executable, "-m", "probe"], cwd=folder, capture_output=True, text=True, timeout=GUARD_S
    )
    return set(done.stdout.split())


def run(words, folder, environment):
    return subprocess.run(
        [*map(str, words)], cwd=folder, capture_output=True, text=True, timeout=GUARD_S, env=environment
    )


def tell(told):
    """Return the names that were left, and forget them."""
    names = sorted(os.listdir(told))
    for name in names:
        (told / name).unlink()
    return names


def cases():
    for how in ("console", "module"):
        for name in COMMANDS:
            quick = name in QUICK and (how, name) != ("module", "doctor")
            yield pytest.param(how, name, marks=[] if quick else [pytest.mark.long], id=f"{how} {name}")


@pytest.mark.kernel
@pytest.mark.parametrize(("how", "name"), [*cases()])
def test_no_command_executes_a_file_of_the_current_folder(
    how, name, hostile, environment, taken_by_python, tmp_path
):
    folder, told = hostile
    if how == "module":
        # What Python itself takes from the current folder for -m is not in our power.
        folder = copy_without(folder, {*taken_by_python, "grader"}, tmp_path / "class")
    start = [CONSOLE] if how == "console" else [sys.executable, "-m", "grader"]
    words = [
        word if word not in ("begun.py", "results", "made", "public") else tmp_path / word
        for word in COMMANDS[name]
    ]
    done = run([*start, *words, *(("--force",) if name == "add-case" else ())], folder, environment)
    assert tell(told) == []
    assert done.returncode in ((0,) if name != "verify" else (0, 1)), done.stderr
    if name == "batch":
        assert re.findall(
            r"^(\w+\.py),\w+,(\w+),", (tmp_path / "results" / "grades.csv").read_text(), re.MULTILINE
        ) == [
            ("sub_ada.py", "AC"),
            ("sub_eva.py", "WA"),
        ]


def copy_without(folder, names, target):
    """Return a folder with what is in another, but for modules of some names."""
    target.mkdir()
    for entry in folder.iterdir():
        if entry.stem not in names or entry.is_dir():
            os.link(entry, target / entry.name) if entry.is_file() else (target / entry.name).symlink_to(
                entry
            )
    return target


@pytest.mark.kernel
@pytest.mark.parametrize("how", ["console", pytest.param("module", marks=pytest.mark.long)])
def test_no_server_executes_a_file_of_the_current_folder(
    how, hostile, environment, taken_by_python, tmp_path
):
    from web.client import serving  # noqa: PLC0415 - needs what the extra [web] brings

    folder, told = hostile
    if how == "module":
        folder = copy_without(folder, {*taken_by_python, "grader"}, tmp_path / "class")
    program = [CONSOLE] if how == "console" else [sys.executable, "-m", "grader"]
    with serving(folder, "--no-history", environment=environment, program=program) as client:
        assert client.get("/p/hypotenuse").status == 200
        events = client.begin(RIGHT, "samples", slug="hypotenuse")
        assert events.until("verdict")["verdict"] == "AC"
        events.leave()
        client.process.send_signal(signal.SIGINT)
        client.process.wait(GUARD_S)
    assert tell(told) == []


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere:",
        *(pytest.param(path, marks=pytest.mark.long) for path in ("{here}", ".", "", ":", "./course:{here}")),
    ],
)
def test_a_search_path_that_names_the_current_folder_is_not_followed(path, hostile, environment, tmp_path):
    """But for what Python takes from there before anything of this package runs."""
    folder, told = hostile
    started = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        timeout=GUARD_S,
    ).stdout.split()
    before = {*started, "re", "grader", "sitecustomize", "usercustomize", *wrapper_imports()}
    folder = copy_without(folder, before, tmp_path / "class")
    done = run([CONSOLE, "list"], folder, {**environment, "PYTHONPATH": path.format(here=folder)})
    assert tell(told) == []
    assert done.returncode == 0, done.stderr


def wrapper_imports():
    """Return what a console script imports before this package: ``re`` and what that needs, with some installers."""
    program = "import re, sys; print(*sys.modules)"
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=GUARD_S
    ).stdout.split()


def test_the_folder_is_hostile_and_large(hostile, environment):
    """Without the protection the files are executed; most of what could be imported is among them."""
    folder, told = hostile
    assert len(set(module_names()) & set(sys.stdlib_module_names)) >= 200
    assert {"numpy", "pydantic", "hypothesis", "typer", "pickle", "multiprocessing"} <= set(module_names())
    run([sys.executable, "-c", "import pickle, numpy"], folder, environment)
    assert {"pickle", "numpy"} <= set(tell(told))


@pytest.mark.kernel
def test_a_submission_with_the_name_of_a_module_of_the_judge_is_graded_and_not_executed(
    tmp_path, environment
):
    """One that rewrites the judge where it is imported; nowhere else does it more than return None."""
    (tmp_path / "pickle.py").write_text(
        "def hypotenuse(a, b): return None\n"
        "try:\n"
        "    import grader.outcomes.outcome as o\n"
        "    from grader.result import Verdict\n"
        "    o.judge_case = lambda c, r, s: o.Outcome(c, r, Verdict.AC)\n"
        "except ImportError: pass\n"
        "else:\n"
        f"    open({str(tmp_path / 'was_run')!r}, 'w').close()\n"
    )
    words = [CONSOLE, "batch", ".", "-p", "hypotenuse", "-o", "results"]
    assert run(words, tmp_path, environment).returncode == 0
    (line,) = (tmp_path / "results" / "results.jsonl").read_text().splitlines()
    assert json.loads(line)["verdict"] != "AC"
    assert not (tmp_path / "was_run").exists()
