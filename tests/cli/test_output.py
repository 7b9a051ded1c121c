import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli.output import write
from grader.errors import UsageError


def names(folder):
    return [path.name for path in folder.iterdir()]


@pytest.mark.parametrize("force", [False, True])
def test_a_file_is_written_whole_and_leaves_nothing_else(here, force):
    write("text ≥\n", here / "out.txt", force=force)
    assert (here / "out.txt").read_bytes() == "text ≥\n".encode()
    assert names(here) == ["out.txt"]
    assert stat.S_IMODE((here / "out.txt").stat().st_mode) & 0o600 == 0o600


def test_force_replaces_what_a_link_points_to_and_keeps_the_link(here):
    (here / "real").write_text("old")
    (here / "link").symlink_to("real")
    write("new", here / "link", force=True)
    assert (here / "link").is_symlink()
    assert (here / "real").read_text() == "new"


def test_a_file_that_appears_meanwhile_is_not_overwritten(here, monkeypatch):
    monkeypatch.setattr("grader.cli.output.check_output", lambda *_, **__: None)
    (here / "out").write_text("precious")
    with pytest.raises(UsageError, match="exists already"):
        write("new", here / "out", force=False)
    assert (here / "out").read_text() == "precious"
    assert names(here) == ["out"]


def test_a_file_system_without_links_still_refuses(here, monkeypatch):
    def no_link(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr("os.link", no_link)
    write("one", here / "out", force=False)
    with pytest.raises(UsageError, match="exists already"):
        write("two", here / "out", force=False)
    assert (here / "out").read_text() == "one"


def test_a_failure_while_writing_leaves_no_file(here, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(UsageError, match="no space left on device"):
        write("x", here / "out", force=True)
    assert names(here) == []


def shell(arguments, here, **environment):
    return subprocess.run(
        ["/bin/sh", "-c", arguments, sys.executable],
        cwd=here,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_a_reader_that_goes_away_is_no_error(here):
    done = shell('"$0" -m grader show layer_norm | true; "$0" -m grader --help | true', here)
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("show layer_norm >&-", "grader: standard output: is closed; write to a file with -o\n"),
        (
            "submit -p layer_norm - <&-",
            "grader: standard input: is closed; give a file, or pipe the solution in\n",
        ),
        ("submit nowhere.py 2>&-", ""),
    ],
)
def test_a_closed_stream_is_no_traceback(here, command, says):
    done = shell(f'"$0" -m grader {command}', here)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says)


def test_a_full_device_is_one_line(here):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    done = shell('"$0" -m grader list > /dev/full', here)
    assert done.returncode == 2
    assert done.stderr == "grader: standard output: can't be written: no space left on device\n"


def test_a_terminal_that_knows_ascii_only_gets_ascii(here):
    done = shell('"$0" -m grader show layer_norm --section problem', here, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "\\u03c3" in done.stdout
