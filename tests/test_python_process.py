"""Processes are started in one place; what is started looks neither around nor back."""

import ast
import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from grader import python_process, search_path

PACKAGE = Path(search_path.PACKAGE)
GUARD_S = 60
TELL = "import json, os, sys; print(json.dumps([sys.path, sys.flags.safe_path, sys.flags.no_user_site, os.getcwd(), dict(os.environ)]))"

# Modules of which all that starts something starts a process, and functions of modules that do more than that.
MODULES = {"subprocess", "multiprocessing", "pty", "popen2", "_posixsubprocess", "webbrowser"}
FUNCTIONS = {
    *(name for name in dir(os) if name.startswith(("exec", "spawn", "posix_spawn", "fork"))),
    "ProcessPoolExecutor",
    "create_subprocess_exec", "create_subprocess_shell", "subprocess_exec", "subprocess_shell",
}  # fmt: skip
SHELLS = {"os.system", "os.popen"}
# Each start of a process: the spawner forks for each submission; a browser is no Python of ours.
KNOWN = {
    ("python_process.py", "posix_spawn"),
    ("python_process.py", "subprocess"),
    ("python_process.py", "create_subprocess_exec"),
    ("runner/spawner.py", "fork"),
    ("web/browser.py", "webbrowser"),
}


def starts(tree):
    """Yield what in a module may start a process: modules imported for that, and names called."""
    typed = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in typed:
            continue
        if isinstance(node, ast.Import):
            yield from ({alias.name.partition(".")[0] for alias in node.names} & MODULES)
        elif isinstance(node, ast.ImportFrom):
            names = {alias.name for alias in node.names}
            yield from ({(node.module or "").partition(".")[0]} & MODULES)
            yield from names & (FUNCTIONS | MODULES)
            yield from {f"os.{name}" for name in names if node.module == "os"} & SHELLS
        elif isinstance(node, ast.Attribute) and (node.attr in FUNCTIONS or ast.unparse(node) in SHELLS):
            yield node.attr
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("__import__", "import_module")
        ):
            yield from ({getattr(word, "value", None) for word in node.args} & MODULES)


def test_every_process_is_started_by_the_one_module():
    found = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in PACKAGE.rglob("*.py")
        for name in starts(ast.parse(path.read_text("utf-8")))
    }
    assert found == KNOWN


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import subprocess", "subprocess"),
        ("from multiprocessing import connection", "multiprocessing"),
        ("import multiprocessing.pool as p", "multiprocessing"),
        ("from os import execv", "execv"),
        ("import os\nstart = os.posix_spawnp", "posix_spawnp"),
        ("import os\nos.system('x')", "system"),
        ("from concurrent.futures import ProcessPoolExecutor", "ProcessPoolExecutor"),
        ("async def f(loop): await loop.subprocess_exec()", "subprocess_exec"),
        ("import_module('subprocess').run(())", "subprocess"),
    ],
)
def test_the_search_finds_each_way_to_start_one(text, name):
    assert name in set(starts(ast.parse(text)))


def _seen(program, descriptors=None):
    reader, writer = os.pipe()
    pid = python_process.spawn(program, {1: writer, **(descriptors or {})})
    os.close(writer)
    with open(reader) as file:
        text = file.read()
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return text


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A current folder with files that tell that they were executed, first on every path that there is."""
    for name in ("json", "os", "site", "sitecustomize", "grader", "encodings", "signal", "numpy"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(99)\n")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f":{tmp_path}")
    monkeypatch.setenv("LD_LIBRARY_PATH", f":lib:{tmp_path}/empty")
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), *sys.path])
    return tmp_path


def test_a_bare_interpreter_has_the_standard_library_and_what_it_is_given(here):
    path, safe, no_user_site, _, environment = json.loads(_seen(python_process.bare(TELL, {"A": "b"})))
    assert (safe, bool(no_user_site)) == (True, True)
    assert not [entry for entry in path if entry in ("", str(here)) or "site-packages" in entry]
    assert {name: value for name, value in environment.items() if name != "LC_CTYPE"} == {
        "A": "b",
        "LD_LIBRARY_PATH": f"{here}/empty",
    }


def test_a_worker_has_what_is_installed_and_works_elsewhere(here, monkeypatch):
    monkeypatch.setenv("GRADER_CACHE_DIR", "banks")
    monkeypatch.setenv("GRADER_HISTORY", "off")
    monkeypatch.setenv("GRADER_PROBLEMS", "one:/two:")
    program = python_process.ours("grader.search_path", "argument", environment={"A": "b"})
    code = "\n".join(line for line in python_process._BOOT.splitlines() if "__import__" not in line)
    told = "import grader; print(grader.__file__, file=sys.stderr)"
    words = [
        code + "\n" + TELL + "\n" + told if word == python_process._BOOT else word for word in program.words
    ]
    log = os.memfd_create("log")
    told = _seen(python_process.Program(tuple(words), program.environment), {2: log})
    path, safe, no_user_site, folder, environment = json.loads(told)
    assert (safe, bool(no_user_site), folder) == (True, True, "/")
    assert not {"", str(here)} & set(path)
    assert [entry for entry in path if entry.endswith("site-packages")]
    assert "PYTHONPATH" not in environment
    assert environment["A"] == "b"
    assert environment["LD_LIBRARY_PATH"] == f"{here}/empty"
    assert environment["GRADER_CACHE_DIR"] == f"{here}/banks"
    assert environment["GRADER_HISTORY"] == "off"
    assert environment["GRADER_PROBLEMS"] == f"{here}/one:/two"
    assert os.pread(log, 1000, 0).decode().strip() == str(PACKAGE / "__init__.py")
    os.close(log)


def test_every_way_to_start_gives_the_same_path(here, tmp_path):
    program = python_process.bare(TELL, {})
    spawned = json.loads(_seen(program))[0]
    piped = python_process.start_piped(program, folder=str(tmp_path / "empty"), errors=None)
    out, _ = piped.communicate(timeout=GUARD_S)
    assert json.loads(out)[0] == spawned

    async def streamed():
        started = await python_process.start_streamed(program, folder=str(tmp_path / "empty"))
        return (await started.communicate())[0]

    assert json.loads(asyncio.run(streamed()))[0] == spawned


def test_a_spawned_process_can_be_ended_and_waited_for():
    files = len(os.listdir("/proc/self/fd"))
    started = python_process.Spawned(python_process.bare("import time; time.sleep(600)", {}), {})
    assert not started.wait(0.0)
    started.kill()
    assert started.wait(GUARD_S)
    started.kill()
    assert started.wait()
    assert len(os.listdir("/proc/self/fd")) == files
    with pytest.raises(ChildProcessError):
        os.waitpid(started.pid, 0)


def test_a_signal_that_is_blocked_at_the_start_ends_nothing():
    code = (
        "import os, signal\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})\n"
    )
    started = python_process.spawn(python_process.bare(code, {}), {}, blocked=(signal.SIGINT,))
    assert os.waitstatus_to_exitcode(os.waitpid(started, 0)[1]) == 0
