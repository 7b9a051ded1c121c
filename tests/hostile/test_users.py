"""The whole corpus again as root and as an ordinary user, in the virtual environment and without one."""

import os
import site
import sys
import tempfile
from pathlib import Path

import pytest
from hostile.test_left_behind import run_apart

import grader

pytestmark = [pytest.mark.kernel, pytest.mark.long]

SOME_USER = 65_534
ROOT = Path(grader.__file__).parents[1]
COUNT = 400


def needs_root():
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")


@pytest.fixture
def place():
    """A folder that any user can work in; not below pytest's own, which belong to one user alone."""
    with tempfile.TemporaryDirectory(prefix="hostile-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


def installed():
    """Return an environment in which any interpreter finds the judge and what it needs."""
    packages = site.getsitepackages()[0]
    return {
        "PATH": os.environ["PATH"], "HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent",
        "PYTHONPATH": os.pathsep.join([str(ROOT), packages]), "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip


def reachable_by_others(path):
    return all(
        p.stat().st_mode & 0o005 == 0o005
        for p in (Path(path).resolve(), *Path(path).resolve().parents)
        if p.exists()
    )


@pytest.mark.parametrize("interpreter", ["environment", "base"])
def test_as_the_present_user(interpreter, place):
    python = sys.executable if interpreter == "environment" else os.path.realpath(sys.executable)
    print(run_apart(place, COUNT, python=python, environment=installed()))


def interpreter_for_others(interpreter):
    """Return an interpreter that another user can start; skip if there is none with the packages of this one."""
    base = os.path.realpath(sys.executable)
    python = sys.executable if interpreter == "environment" else base
    if reachable_by_others(base) and reachable_by_others(python):
        return python
    # A base interpreter below a home folder is closed to others. One of the same version will do as well.
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    folders = [f for f in os.environ["PATH"].split(os.pathsep) if f in ("/usr/bin", "/usr/local/bin", "/bin")]
    for folder in folders:
        if os.access(f"{folder}/{name}", os.X_OK) and reachable_by_others(f"{folder}/{name}"):
            return f"{folder}/{name}"
    pytest.skip(f"{base} can't be started by another user, and there is no {name} that can")


@pytest.mark.parametrize("interpreter", ["environment", "base"])
def test_as_an_ordinary_user(interpreter, place):
    needs_root()
    if not reachable_by_others(ROOT):
        pytest.skip(f"{ROOT} can't be read by another user")
    python = interpreter_for_others(interpreter)

    def become_somebody():
        os.setgroups([])
        os.setgid(SOME_USER)
        os.setuid(SOME_USER)

    print(run_apart(place, COUNT, python=python, environment=installed(), preexec_fn=become_somebody))
