"""Which entries of the path are left out, by how Python was started."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from grader import search_path

ROOT = Path(search_path.PACKAGE).parent
PROGRAM = f"""
import sys
sys.path.append({str(ROOT)!r})
from grader import search_path
search_path.leave_out_current_folder()
print(*sys.path, "children", *search_path.installed(), sep="\\n")
"""


def told(folder, *words, path=None):
    """Return the path after the call, and that for processes that are started."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONSAFEPATH")
    }
    if path is not None:
        environment["PYTHONPATH"] = path
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    before, _, after = done.stdout.partition("children\n")
    return before.split(), after.split()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "class" / "lib").mkdir(parents=True)
    (tmp_path / "class" / "script.py").write_text(PROGRAM)
    (tmp_path / "other").mkdir()
    return tmp_path / "class"


@pytest.mark.parametrize("words", [("-c", PROGRAM), ("-m", "script"), ("script.py",), ("-P", "-c", PROGRAM)])
def test_the_current_folder_is_left_out_however_python_was_started(words, folder):
    for entries in told(folder, *words):
        assert str(folder) not in entries
        assert "" not in entries
        assert [entry for entry in entries if entry.endswith("site-packages")]


@pytest.mark.parametrize("path", ["", ":", ".", "lib", "./lib:", "/nowhere:", "{here}", "{here}/../class"])
def test_entries_of_pythonpath_that_are_relative_or_the_current_folder_are_left_out(path, folder):
    for entries in told(folder, "-c", PROGRAM, path=path.format(here=folder)):
        assert not [entry for entry in entries if Path(entry).resolve().is_relative_to(folder)]


def test_an_absolute_entry_of_pythonpath_stays(folder, tmp_path):
    for entries in told(folder, "-c", PROGRAM, path=f"{tmp_path}/other:{folder}/lib"):
        assert {f"{tmp_path}/other", f"{folder}/lib"} <= set(entries)


def test_the_folder_of_a_script_is_its_own_but_not_for_processes_that_are_started(folder, tmp_path):
    own, children = told(tmp_path / "other", str(folder / "script.py"))
    assert str(folder) in own
    assert str(folder) not in children


def test_where_the_current_folder_holds_what_is_installed_that_can_still_be_imported():
    installed = Path(np.__file__).parents[1]
    for words in (("-c", PROGRAM), ("-P", "-c", PROGRAM)):
        for entries in told(installed, *words, path=":"):
            assert str(installed) in entries


def test_a_current_folder_that_has_gone_is_no_fault(folder):
    gone = folder / "gone"
    program = (
        f"import os; os.mkdir({str(gone)!r}); os.chdir({str(gone)!r}); os.rmdir({str(gone)!r})\n{PROGRAM}"
    )
    for entries in told(folder, "-c", program, path=":lib"):
        assert [entry for entry in entries if entry.endswith("site-packages")]
        assert "" not in entries
