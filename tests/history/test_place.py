from pathlib import Path

import pytest

from grader.history import History, HistoryError, default_path


def test_a_variable_names_the_file(monkeypatch):
    monkeypatch.setenv("GRADER_HISTORY", "/somewhere/attempts.db")
    assert default_path() == Path("/somewhere/attempts.db")


@pytest.mark.parametrize("value", ["", "off"])
def test_a_variable_turns_the_history_off(monkeypatch, value):
    monkeypatch.setenv("GRADER_HISTORY", value)
    assert default_path() is None
    assert History.open_existing() is None
    with pytest.raises(HistoryError, match="turns the history off"):
        History.open()


def test_without_a_variable_it_is_in_the_users_data(monkeypatch, tmp_path):
    monkeypatch.delenv("GRADER_HISTORY")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = default_path()
    assert found.name == "history.sqlite3"
    assert found.parent.name == "numgrader"
