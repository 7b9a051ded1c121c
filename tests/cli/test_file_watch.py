"""That a save is noticed, however it is made; real files, real notices."""

import os
import threading
import time

import pytest

from grader.cli import file_watch


def write(path, text):
    path.write_text(text)


def rename(path, text):
    path.with_suffix(".new").write_text(text)
    path.with_suffix(".new").rename(path)


def remove_first(path, text):
    path.unlink()
    path.write_text(text)


@pytest.mark.parametrize("save", [write, rename, remove_first])
def test_a_save_changes_the_mark(tmp_path, save):
    path = tmp_path / "f.py"
    path.write_text("old")
    os.utime(path, ns=(1, 1))  # whatever the resolution of the clock
    before = file_watch.mark(path)
    save(path, "new")
    assert file_watch.mark(path) != before


def test_what_is_not_there_has_no_mark(tmp_path):
    assert file_watch.mark(tmp_path / "nothing") is None
    assert file_watch.mark(tmp_path / "nul\0") is None


def test_a_folder_changes_with_what_is_in_it_but_for_hidden_files(tmp_path):
    (tmp_path / "cases").mkdir()
    marks = [file_watch.marks_below(tmp_path)]
    for hidden in (".swap", "__pycache__/x.pyc"):
        (tmp_path / hidden).parent.mkdir(exist_ok=True)
        (tmp_path / hidden).write_text("")
        assert file_watch.marks_below(tmp_path) == marks[-1]
    for name in ("problem.toml", "cases/new.toml", "cases/sample/one.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
        marks.append(file_watch.marks_below(tmp_path))
        assert marks[-1] != marks[-2]
    folders = {path for path, kept in marks[-1].items() if kept is None}
    assert folders == {str(tmp_path), str(tmp_path / "cases"), str(tmp_path / "cases" / "sample")}


def test_a_file_that_is_about_to_be_written_is_waited_for(tmp_path):
    path = tmp_path / "f.py"
    path.write_text("")
    writer = threading.Timer(0.1, path.write_text, ["whole"])
    writer.start()
    file_watch.settle(path)
    assert path.read_text() == "whole"
    writer.join()


@pytest.mark.parametrize("exists", [True, False])
def test_a_file_that_stays_empty_or_gone_is_not_waited_for_long(tmp_path, exists):
    if exists:
        (tmp_path / "f.py").write_text("")
    begun = time.monotonic()
    file_watch.settle(tmp_path / "f.py")
    assert time.monotonic() - begun >= file_watch._UNDER_WAY_S


def until(condition, waits, guard_s=30):
    """Take notices until `condition`; fail if it takes ten times what it may."""
    end = time.monotonic() + guard_s
    for _ in waits:
        if condition():
            return
        assert time.monotonic() < end


@pytest.mark.parametrize("save", [write, rename, remove_first])
def test_a_notice_comes_for_each_way_to_save(tmp_path, save):
    path = tmp_path / "f.py"
    path.write_text("old")
    waits = file_watch.notices(lambda: {tmp_path})
    saver = threading.Timer(0.2, save, [path, "new"])
    saver.start()
    until(lambda: path.exists() and path.read_text() == "new", waits)
    waits.close()
    saver.join()


def test_a_folder_that_was_made_again_is_still_watched(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    waits = file_watch.notices(lambda: {folder})

    def again():
        folder.rmdir()
        folder.mkdir()

    threading.Timer(0.1, again).start()
    next(waits)
    timer = threading.Timer(0.3, (folder / "f.py").write_text, ["new"])
    timer.start()
    until((folder / "f.py").exists, waits)
    waits.close()
    timer.join()


def test_where_the_system_gives_no_notices_there_is_still_a_look_now_and_then(tmp_path, monkeypatch):
    def none_left(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("watchfiles.watch", none_left)
    waits = file_watch.notices(lambda: {tmp_path})
    for _ in range(2):
        next(waits)
    waits.close()
