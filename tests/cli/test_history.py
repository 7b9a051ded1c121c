"""Attempts: written down by `submit`, told by `list` and `history`."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from report.results import MADE, result

from grader.history import History
from grader.result import ProblemInfo

from .conftest import SOLUTION
from .test_terminal import on_a_terminal

HOSTILE = b"def f():\r\n    '\x1b[2J \xff \xe2\x80\xae'\n"


def of(slug, verdict="AC", score=100.0):
    return result(verdict, score=score, problem=ProblemInfo(slug=slug, title=slug, digest="d" * 64))


def file():
    return Path(os.environ["GRADER_HISTORY"])


@pytest.fixture
def recorded(here):
    """Two attempts at one problem and one at another."""
    with History.open() as history:
        history.record(of("centre", "WA", 65.5), HOSTILE)
        history.record(of("hypotenuse", "CE", 0.0), b"second", origin="serve")
        history.record(of("centre"), b"third\n")
    return here


def test_submit_writes_the_attempt_down(solution, grader, judge):
    judge.answer = MADE["wrong_hidden"]
    code, out, err = grader("submit", solution)
    assert (code, err) == (1, "")
    assert out.startswith("WA")
    with History.open() as history:
        (attempt,) = history.attempts()
        assert (attempt.verdict, attempt.origin) == ("WA", "submit")
        assert history.source(attempt.id) == SOLUTION.encode()
        assert history.result(attempt.id) == MADE["wrong_hidden"]


@pytest.mark.usefixtures("judge")
@pytest.mark.parametrize("words", [["submit", "--no-history"], ["check"]], ids=" ".join)
def test_what_is_no_attempt_makes_no_file(solution, grader, words):
    assert grader(*words, solution)[0] == 0
    assert not file().exists()


@pytest.mark.usefixtures("here")
def test_a_failure_of_the_judge_is_not_written_down(solution, grader, judge):
    judge.answer = MADE["judge_error"]
    assert grader("submit", solution)[0] == 3
    assert grader("history", "--format", "json")[1] == "[]\n"


@pytest.mark.usefixtures("here", "judge")
@pytest.mark.parametrize("value", ["", "off"])
def test_a_history_that_is_turned_off_is_not_missed(solution, grader, monkeypatch, value):
    monkeypatch.setenv("GRADER_HISTORY", value)
    assert grader("submit", solution)[::2] == (0, "")
    assert grader("list")[::2] == (0, "")
    code, out, err = grader("history")
    assert code == 0
    assert "No attempts yet" in out
    assert err == "grader: warning: GRADER_HISTORY turns the history off\n"


@pytest.mark.usefixtures("judge")
@pytest.mark.parametrize("words", [["submit", "--format", "json"], ["submit"], ["list"]], ids=" ".join)
def test_a_history_that_can_not_be_used_costs_a_line_and_nothing_else(solution, here, grader, words):
    words = [*words, solution] if words[0] == "submit" else words
    wanted = grader(*words)
    file().unlink(missing_ok=True)
    file().write_bytes(b"no database " * 99)
    code, out, err = grader(*words)
    assert (code, out) == wanted[:2]
    assert err.startswith("grader: warning: ")
    assert err.count("\n") == 1
    assert file().read_bytes() == b"no database " * 99


@pytest.mark.usefixtures("recorded")
def test_list_says_how_the_problems_stand(grader):
    out = grader("list")[1]
    lines = {line.split()[0]: line for line in out.split("\n") if line.strip()}
    assert lines["problem"].endswith("yours")
    assert lines["centre"].endswith("Medium      solved")
    assert lines["hypotenuse"].endswith("0 of 100")
    assert lines["layer_norm"].endswith("Easy")
    rows = {row["slug"]: row for row in json.loads(grader("list", "--format", "json")[1])}
    told = {s: (rows[s]["solved"], rows[s]["best_score"], rows[s]["attempts"]) for s in rows}
    assert told["centre"] == (True, 100.0, 2)
    assert told["hypotenuse"] == (False, 0.0, 1)
    assert told["layer_norm"] == (False, None, 0)


@pytest.mark.usefixtures("here")
def test_looking_makes_no_file(grader):
    assert "yours" not in grader("list")[1]
    assert grader("history")[1] == "No attempts yet: grader submit FILE makes one.\n"
    assert not file().parent.exists() or not file().exists()


@pytest.mark.usefixtures("recorded")
def test_history_lists_the_newest_first(grader):
    code, out, err = grader("history")
    assert (code, err) == (0, "")
    header, *lines = out.split("\n")
    assert header.split() == ["attempt", "when", "problem", "verdict", "score"]
    assert [(line.split()[0], *line.split()[3:]) for line in lines[:3]] == [
        ("3", "centre", "AC", "100"),
        ("2", "hypotenuse", "CE", "0"),
        ("1", "centre", "WA", "65.5"),
    ]
    assert "grader history --show 3 prints the code of one." in out


@pytest.mark.usefixtures("recorded")
def test_history_of_one_problem_begins_with_how_it_stands(grader):
    out = grader("history", "centre")[1]
    assert out.startswith("centre: solved, best score 100 of 100, 2 attempts\n")
    assert "hypotenuse" not in out
    assert grader("history", "hypotenuse")[1].startswith(
        "hypotenuse: not solved yet, best score 0 of 100, 1 attempt\n"
    )


@pytest.mark.usefixtures("recorded")
def test_history_says_that_there_is_more(grader):
    assert "The newest 2 of 3; --limit N lists more." in grader("history", "--limit", "2")[1]
    assert "The newest" not in grader("history", "--limit", "3")[1]


@pytest.mark.usefixtures("recorded")
def test_history_as_json(grader):
    rows = json.loads(grader("history", "--format", "json", "--limit", "2")[1])
    assert [row["id"] for row in rows] == [3, 2]
    assert set(rows[1]) == {
        "id", "slug", "digest", "when", "verdict", "score", "sha256", "size_bytes", "origin",
    }  # fmt: skip
    assert (rows[1]["origin"], rows[1]["size_bytes"]) == ("serve", 6)
    assert rows[1]["when"].endswith("+00:00")


def test_a_folder_names_its_problem(recorded, grader):
    (recorded / "centre").mkdir()
    assert grader("history", "./centre")[1].startswith("centre: solved")


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["centr"], "unknown problem 'centr'; did you mean 'centre'?"),
        (["--show", "9"], "there is no attempt 9"),
        (["--show", "99999999999999999999999"], "there is no attempt"),
        (["--limit", "0"], "--limit: must be"),
        (["--clear", "--show", "1"], "--clear: deletes"),
        (["--clear", "--format", "json"], "--clear: deletes"),
        (["--yes"], "--yes: needs --clear"),
        (["centre", "--show", "1"], "--show: the number"),
        (["--clear"], "--clear: would delete 3 attempts; confirm with --yes"),
        (["--format", "html"], "--format html"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_makes_no_sense_is_refused_in_a_line(grader, monkeypatch, words, says):
    monkeypatch.setattr(sys, "stdin", None)
    code, out, err = grader("history", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"grader: {says}")
    assert err.count("\n") == 1


@pytest.mark.usefixtures("recorded")
def test_a_problem_without_attempts_is_no_error(grader):
    assert grader("history", "layer_norm")[:2] == (0, "No attempts yet: grader submit FILE makes one.\n")


def piped(words, here):
    done = subprocess.run(
        [sys.executable, "-m", "grader", *words], cwd=here, capture_output=True, timeout=120, check=True
    )
    return done.stdout


def test_code_comes_out_of_a_pipe_and_into_a_file_byte_by_byte(recorded, grader):
    assert piped(["history", "--show", "1"], recorded) == HOSTILE
    assert grader("history", "--show", "1", "-o", "mine.py")[:2] == (0, "")
    assert (recorded / "mine.py").read_bytes() == HOSTILE
    assert grader("history", "--show", "1", "-o", "mine.py")[0] == 2


def test_code_on_a_terminal_is_harmless(recorded):
    shown = on_a_terminal(["history", "--show", "1", "--no-color"], recorded)
    assert "attempt 1 at centre" in shown
    assert "\\x1b[2J" in shown
    assert "\\u202e" in shown
    assert all(line.isprintable() for line in shown.split("\n"))


@pytest.mark.usefixtures("recorded")
def test_an_attempt_as_json_has_code_and_result(grader):
    shown = json.loads(grader("history", "--show", "1", "--format", "json")[1])
    assert shown["slug"] == shown["result"]["problem"]["slug"] == "centre"
    assert shown["source"].startswith("def f():\r\n")
    assert "\\xff" in shown["source"]


@pytest.mark.usefixtures("recorded")
def test_clear_forgets_one_problem_or_all(grader):
    assert grader("history", "centre", "--clear", "--yes")[:2] == (0, "Deleted 2 attempts at centre.\n")
    assert [a["slug"] for a in json.loads(grader("history", "--format", "json")[1])] == ["hypotenuse"]
    assert grader("history", "--clear", "--yes")[:2] == (0, "Deleted 1 attempt.\n")
    assert grader("history", "--clear", "--yes")[:2] == (0, "Deleted 0 attempts.\n")


# What `History` never writes, but another program can.
IMPOSSIBLE = ["when_us = 1 << 62", "when_us = -(1 << 62)", "when_us = 'noon'", "score = 'full'", "score = 9e999",
              "score = -1e308", "verdict = x'ff'", "slug = x'ff'", "digest = x'ff'", "origin = 'elsewhere'"]  # fmt: skip


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("damage", IMPOSSIBLE)
def test_an_attempt_that_can_not_have_been_written_down_is_passed_over(grader, damage):
    change(f"UPDATE attempt SET {damage} WHERE id = 1")
    code, out, err = grader("history")
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in out.split("\n")[1:3]] == ["3", "2"]
    assert [row["id"] for row in json.loads(grader("history", "--format", "json")[1])] == [3, 2]
    assert grader("history", "--show", "1")[0] == 2
    code, out, err = grader("list")
    assert (code, err) == (0, "")
    assert "solved" in out
    assert grader("history", "--clear", "--yes")[0] == 0


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("damage", ["'text'", "7", "zeroblob(9)"])
def test_damaged_code_is_told_in_a_line(grader, damage):
    change(f"UPDATE source SET body = {damage}")
    code, out, err = grader("history", "--show", "3")
    assert (code, out) == (2, "")
    assert "the history can't be used" in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("damage", ["'text'", "7", "zeroblob(9)"])
def test_a_damaged_result_is_none(grader, damage):
    change(f"UPDATE result SET body = {damage}")
    assert json.loads(grader("history", "--show", "3", "--format", "json")[1])["result"] is None


def change(statement):
    """Do to the history what another program might."""
    with closing(sqlite3.connect(file())) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(statement)


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(("answer", "code", "left"), [(True, 0, 0), (False, 1, 3)])
def test_clear_asks_who_can_be_asked(grader, monkeypatch, answer, code, left):
    asked = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.confirm", lambda text, **_: asked.append(text) or answer)
    assert grader("history", "--clear")[0] == code
    assert asked == ["Delete 3 attempts, with the code?"]
    assert len(json.loads(grader("history", "--format", "json")[1])) == left
