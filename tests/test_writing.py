"""Files are whole or as they were, whoever writes them, and nobody writes them in another way."""

import ast
import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from grader.errors import UsageError, WriteError
from grader.writing import is_partial, locked, replace_folder, replacing, write_file

PACKAGE = Path(__file__).parents[1] / "grader"


def names(folder):
    return sorted(os.listdir(folder))


@pytest.mark.parametrize("content", ["text ≥\n", b"\x00\xff"])
@pytest.mark.parametrize("lasting", [False, True])
def test_what_is_written_is_there_and_nothing_else(tmp_path, content, lasting):
    path = tmp_path / "a" / "b" / "file"
    write_file(path, content, parents=True, lasting=lasting)
    assert path.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert names(path.parent) == ["file"]


def test_text_that_is_no_unicode_is_escaped_and_lines_end_as_they_do(tmp_path):
    write_file(tmp_path / "file", "a\r\n\udcff\n")
    assert (tmp_path / "file").read_bytes() == b"a\r\n\\udcff\n"


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_new_file_has_what_the_umask_allows(tmp_path, umask, mode):
    before = os.umask(umask)
    try:
        write_file(tmp_path / "file", "x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


@pytest.mark.parametrize("mode", [0o640, 0o600, 0o666, 0o755])
def test_a_file_that_is_replaced_keeps_its_mode(tmp_path, mode):
    (tmp_path / "file").write_text("old")
    (tmp_path / "file").chmod(mode)
    write_file(tmp_path / "file", "new")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


def test_a_mode_that_is_asked_for_counts_more(tmp_path):
    (tmp_path / "file").write_text("old")
    (tmp_path / "file").chmod(0o666)
    write_file(tmp_path / "file", "new", mode=0o600)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600


@pytest.mark.parametrize("follow", [False, True])
def test_a_link_is_followed_only_where_that_is_asked_for(tmp_path, follow):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_file(tmp_path / "link", "new", follow=follow)
    assert (tmp_path / "link").is_symlink() == follow
    assert (tmp_path / "real").read_text() == ("new" if follow else "old")
    assert (tmp_path / "link").read_text() == "new"


def test_a_file_that_is_there_may_be_kept(tmp_path):
    (tmp_path / "file").write_text("old")
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "file", "new", overwrite=False)
    assert (tmp_path / "file").read_text() == "old"
    assert names(tmp_path) == ["file"]


def test_the_longest_names_can_be_written(tmp_path):
    path = tmp_path / ("ä" * 127)
    write_file(path, "x")
    write_file(path, "y")
    assert path.read_text() == "y"


@pytest.mark.parametrize("call", ["open", "fdopen", "fchmod", "fsync", "replace"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO])
def test_whatever_fails_is_one_sentence_and_leaves_the_file_as_it_was(tmp_path, monkeypatch, call, number):
    (tmp_path / "file").write_text("old")

    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        with pytest.raises(WriteError) as refused:
            write_file(tmp_path / "file", "new", lasting=True)
    assert str(refused.value) == f"{tmp_path}/file: can't be written: {os.strerror(number).lower()}"
    assert (tmp_path / "file").read_text() == "old"
    assert names(tmp_path) == ["file"]


def test_a_body_that_raises_leaves_the_file_as_it_was(tmp_path):
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "file") as file:
        file.write(str(1 // 0))
    assert names(tmp_path) == []


def test_a_process_that_is_killed_leaves_a_file_that_can_be_told(tmp_path):
    program = f"""
import os
from pathlib import Path
from grader.writing import replacing
with replacing(Path({str(tmp_path)!r}) / "file") as file:
    os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", program], check=False)
    assert [is_partial(name) for name in names(tmp_path)] == [True]
    assert not is_partial("file")


def test_a_folder_takes_the_place_of_another(tmp_path):
    for place, content in (("made/new", "new"), ("target", "old")):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "file").write_text(content)
    replace_folder(tmp_path / "made" / "new", tmp_path / "target")
    assert (tmp_path / "target" / "file").read_text() == "new"
    with pytest.raises(WriteError):
        replace_folder(tmp_path / "made" / "nowhere", tmp_path / "target")
    assert (tmp_path / "target" / "file").read_text() == "new"


def test_a_lock_is_waited_for_no_longer_than_it_is_said(tmp_path):
    with (
        locked(tmp_path),
        pytest.raises(UsageError, match="another command has been writing there for 0 s"),
        locked(tmp_path, wait_s=0),
    ):
        raise AssertionError
    with locked(tmp_path, wait_s=0):
        assert names(tmp_path) == []
    with pytest.raises(WriteError), locked(tmp_path / "nowhere"):
        raise AssertionError


def test_where_folders_have_no_locks_a_hidden_file_has(tmp_path, monkeypatch):
    import fcntl  # noqa: PLC0415

    real = fcntl.flock

    def flock(descriptor, how):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        real(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    with locked(tmp_path), pytest.raises(UsageError), locked(tmp_path, wait_s=0):
        raise AssertionError
    assert names(tmp_path) == [".lock"]


# Who writes in another way, and why.
REASONED = {
    "writing.py": "is the one way",
    "authoring/verify/repeatable.py": "has no name and goes with the process",
    "bank/interpreter.py": "has no name and goes with the process",
    "batch/journal.py": "is appended to, line by line",
    "batch/output.py": "makes an empty file to lock",
    "batch/row_store.py": "has no name and goes with the process",
    "history/store.py": "makes an empty file for SQLite",
}
_ATTRIBUTES = {
    "write_text", "write_bytes", "NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile", "mkstemp", "mktemp",
    "touch", "copyfile", "copy2", "copytree", "symlink_to", "hardlink_to",
}  # fmt: skip
_OF_OS = {"replace", "rename", "renames", "link", "symlink", "truncate"}
_FLAGS = {"O_CREAT", "O_WRONLY", "O_RDWR", "O_APPEND", "O_TRUNC"}


def writes(tree):
    """Yield the lines of `tree` that write a file, as far as names tell."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        of_os = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "os"
        constants = [
            a.value for a in (*node.args, *(k.value for k in node.keywords)) if isinstance(a, ast.Constant)
        ]
        mode = any(
            isinstance(c, str) and set(c) <= set("rwaxbt+") and set(c) & set("wax+") for c in constants
        )
        flags = {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)} & _FLAGS
        # str.replace takes two strings, Path.replace and Path.rename one path.
        renames = name in {"replace", "rename"} and len(node.args) == 1 and not node.keywords and not of_os
        if (
            name in _ATTRIBUTES
            or (name in {"open", "fdopen"} and (mode or (flags and not devnull(node))))
            or (of_os and name in _OF_OS)
            or renames
        ):
            yield node.lineno


def devnull(node):
    return any(isinstance(n, ast.Attribute) and n.attr == "devnull" for n in ast.walk(node))


def own_writers(path):
    tree = ast.parse(path.read_text("utf-8"))
    return [f"{path.relative_to(PACKAGE)}:{line}" for line in writes(tree)]


def test_files_are_written_in_one_way():
    found = [place for path in sorted(PACKAGE.rglob("*.py")) for place in own_writers(path)]
    assert [place for place in found if place.split(":")[0] not in REASONED] == []
    assert {place.split(":")[0] for place in found} == set(REASONED)


@pytest.mark.parametrize(
    "source",
    [
        "open(p, 'w')", "open(p, mode='ab')", "path.open('x')", "os.fdopen(d, 'wb')", "path.write_text(x)",
        "path.write_bytes(x)", "os.replace(a, b)", "os.rename(a, b)", "path.replace(other)", "path.rename(other)",
        "tempfile.NamedTemporaryFile()", "os.open(p, os.O_RDWR | os.O_CREAT)", "open(p, 'r+')",
    ],
)  # fmt: skip
def test_the_search_finds_what_writes(source):
    assert list(writes(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "open(p)",
        "open(p, 'rb')",
        "text.replace('a', 'b')",
        "os.open(os.devnull, os.O_WRONLY)",
        "runner.open(x)",
    ],
)
def test_the_search_finds_nothing_else(source):
    assert not list(writes(ast.parse(source)))


def test_why_a_file_can_not_be_used_is_said_in_one_place():
    """`strerror` is asked for where errors are made into words, and where a learner's own errors are."""
    allowed = {"errors.py", "cli/errors.py", "batch/archive.py", "runner/describe.py", "runner/process.py",
               "runner/confine/__init__.py", "runner/confine/libc.py"}  # fmt: skip
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if any(
            isinstance(n, ast.Attribute) and n.attr == "strerror"
            for n in ast.walk(ast.parse(path.read_text()))
        )
    }
    assert found <= allowed
