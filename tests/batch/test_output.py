import errno
import os

import pytest

from grader.batch.output import LOCK, RUN, check_ours, locked, read_run, replacing, write_run
from grader.errors import UsageError


def test_a_folder_that_is_not_there_or_empty_or_ours_may_be_written(tmp_path):
    check_ours(tmp_path / "new")
    check_ours(tmp_path)
    (tmp_path / ".grader-0123456789ab.new").write_text("{")  # killed while it was written
    (tmp_path / LOCK).touch()
    check_ours(tmp_path)
    write_run(tmp_path, {})
    (tmp_path / "results.jsonl").touch()
    check_ours(tmp_path)


@pytest.mark.parametrize("content", [None, "{", "[]", '{"kind": "other"}', "[" * 10_000])
def test_a_folder_with_something_else_is_refused_and_not_touched(tmp_path, content):
    (tmp_path / "thesis.tex").write_text("x")
    if content is not None:
        (tmp_path / RUN).write_text(content)
    before = sorted(os.listdir(tmp_path))
    with pytest.raises(UsageError, match="holds something other than batch results"):
        check_ours(tmp_path)
    assert sorted(os.listdir(tmp_path)) == before


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "out").touch()
    with pytest.raises(UsageError, match="is not a folder"):
        check_ours(tmp_path / "out")


def test_two_runs_can_not_write_one_folder(tmp_path):
    out = tmp_path / "out"
    with locked(out):
        with pytest.raises(UsageError, match="another run is writing to it"), locked(out):
            raise AssertionError
        write_run(out, {})
    with locked(out):
        pass


def test_a_run_that_came_to_nothing_leaves_no_folder(tmp_path):
    with pytest.raises(ZeroDivisionError), locked(tmp_path / "a" / "b"):
        raise ZeroDivisionError
    assert not (tmp_path / "a" / "b").exists()


def test_nobody_else_reads_the_seed(tmp_path):
    write_run(tmp_path, {"seed": 2**127})
    assert (tmp_path / RUN).stat().st_mode & 0o077 == 0
    assert read_run(tmp_path)["seed"] == 2**127


def test_a_file_is_whole_or_as_it_was(tmp_path):
    path = tmp_path / "grades.csv"
    with replacing(path) as file:
        file.write("old")
    with pytest.raises(ZeroDivisionError), replacing(path) as file:
        file.write("new" + str(1 // 0))
    assert path.read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["grades.csv"]
    with replacing(path) as file:
        file.write("new")
    assert path.read_text() == "new"


def test_a_full_disk_is_told_and_leaves_nothing_half_written(tmp_path):
    path = tmp_path / "grades.csv"
    path.write_text("old")
    with pytest.raises(UsageError, match="no space left on device"), replacing(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert path.read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["grades.csv"]


def test_the_lock_is_a_file_that_stays(tmp_path):
    out = tmp_path / "out"
    with locked(out):
        write_run(out, {})
    assert (out / LOCK).exists()
