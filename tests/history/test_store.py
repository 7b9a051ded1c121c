import hashlib
import os
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from report.results import MADE, result

from grader.history import History, HistoryError, Standing, store
from grader.result import ProblemInfo

NOON = datetime(2026, 5, 4, 12, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "history.sqlite3"


@pytest.fixture
def history(path):
    with History.open(path) as opened:
        yield opened


def connected(path):
    return closing(sqlite3.connect(path, isolation_level=None))


def of(slug, verdict="AC", score=100.0, digest="d" * 64):
    return result(verdict, score=score, problem=ProblemInfo(slug=slug, title=slug, digest=digest))


def test_an_attempt_comes_back_whole(history):
    source = b"def f():\r\n    return '\xff'\n"
    number = history.record(MADE["wrong_hidden"], source, origin="serve", when=NOON)
    attempt = history.attempt(number)
    wanted = MADE["wrong_hidden"]
    assert (attempt.id, attempt.slug, attempt.digest) == (1, "layer_norm", "d" * 64)
    assert (attempt.verdict, attempt.score, attempt.origin) == ("WA", wanted.score, "serve")
    assert attempt.when == NOON
    assert attempt.when.utcoffset() == timedelta(0)
    assert (attempt.sha256, attempt.size_bytes) == (hashlib.sha256(source).hexdigest(), len(source))
    assert history.source(number) == source
    assert history.result(number) == wanted


def test_the_time_is_now_unless_another_is_given(history):
    before = datetime.now(UTC)
    history.record(result(), b"")
    assert before - timedelta(seconds=1) <= history.attempts()[0].when <= datetime.now(UTC)


@pytest.mark.parametrize(
    "made", [MADE["judge_error"], result("AC", score=None)], ids=["a judge error", "samples only"]
)
def test_what_is_no_attempt_is_not_recorded(history, made):
    assert history.record(made, b"") is None
    assert history.attempts() == []


def test_attempts_are_the_newest_first_of_one_problem_or_of_all(history):
    for slug in ("a", "b", "a", "a"):
        history.record(of(slug), b"")
    assert [a.id for a in history.attempts()] == [4, 3, 2, 1]
    assert [a.id for a in history.attempts("a")] == [4, 3, 1]
    assert [a.id for a in history.attempts("a", limit=2)] == [4, 3]
    assert history.attempts("c") == []


def test_the_same_code_again_is_another_attempt_and_kept_once(history, path):
    for _ in range(3):
        history.record(result(), b"same")
    history.record(result(), b"other")
    with connected(path) as connection:
        assert connection.execute("SELECT count(*) FROM source").fetchone() == (2,)
    assert [history.source(n) for n in (1, 2, 3, 4)] == [b"same"] * 3 + [b"other"]


def test_a_problem_stands_as_its_best_attempt_whatever_came_after(history):
    for verdict, score, digest in (("WA", 40.0, "1"), ("AC", 100.0, "2"), ("RTE", 0.0, "3")):
        history.record(of("a", verdict, score, digest), b"", when=NOON)
    history.record(of("b", "WA", 65.5), b"", when=NOON + timedelta(hours=1))
    history.record(of("b", "CE", 0.0), b"", when=NOON)  # a clock that was set back
    assert history.standings() == {
        "a": Standing(solved=True, best_score=100.0, attempts=3, last=NOON),
        "b": Standing(solved=False, best_score=65.5, attempts=2, last=NOON + timedelta(hours=1)),
    }


@pytest.mark.parametrize("number", [0, -1, 7, 2**63, 10**30])
def test_there_is_nothing_under_a_number_that_was_not_given(history, number):
    history.record(result(), b"")
    assert history.attempt(number) is None
    assert history.result(number) is None
    with pytest.raises(HistoryError, match=f"there is no attempt {number}"):
        history.source(number)


def test_a_name_that_no_encoding_knows_has_no_attempts(history):
    assert history.attempts("\udcff") == []


@pytest.mark.parametrize(("slug", "left"), [("a", ["b"]), (None, []), ("c", ["b", "a"])])
def test_what_is_cleared_is_gone_from_the_file(history, path, slug, left):
    history.record(of("a"), b"a secret of the first problem" * 9)
    history.record(of("b"), b"b secret of the second problem" * 9)
    assert history.clear(slug) == 2 - len(left)
    assert [a.slug for a in history.attempts()] == left
    with connected(path) as connection:
        for table in ("attempt", "source", "result"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (len(left),)


def test_cleared_code_can_not_be_found_in_the_files(path):
    token = os.urandom(64)  # nothing that could be packed
    with History.open(path) as history:
        history.record(of("a"), token)
        history.record(of("b"), b"")
        history.clear("a")
    for file in path.parent.iterdir():
        assert token[:32] not in file.read_bytes()


def test_a_number_is_not_used_again_after_clearing(history):
    history.record(result(), b"")
    history.clear()
    assert history.record(result(), b"") == 2


def test_of_many_attempts_the_newest_and_the_best_are_kept(history, monkeypatch):
    monkeypatch.setattr(store, "KEPT_ATTEMPTS", 3)
    monkeypatch.setattr(store, "KEPT_RESULTS", 2)
    history.record(of("b"), b"of another problem")
    for n in range(6):
        best = n == 1
        history.record(of("a", "AC" if best else "WA", 100.0 if best else 10.0 * n), b"%d" % n)
    assert [a.id for a in history.attempts()] == [7, 6, 5, 3, 1]
    assert [n for n in range(1, 8) if history.result(n)] == [1, 6, 7]
    assert history.standings()["a"].solved
    assert {history.source(n) for n in (7, 6, 5, 3, 1)} == {b"5", b"4", b"3", b"1", b"of another problem"}
    rows = history._connection.execute("SELECT count(*) FROM source").fetchone()
    assert rows == (5,)


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_only_the_owner_can_read_it(path, umask):
    before = os.umask(umask)
    try:
        with History.open(path) as history:
            history.record(result(), b"")
            modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes["history.sqlite3"] == 0o600
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_who_only_looks_makes_nothing(path):
    assert History.open_existing(path) is None
    assert not path.parent.exists()
    with History.open(path) as history:
        history.record(result(), b"")
    with History.open_existing(path) as history:
        assert len(history.attempts()) == 1


def test_a_path_may_hold_what_an_address_gives_a_meaning(tmp_path):
    path = tmp_path / "100% ? #1 &mode=memory" / "h.sqlite3"
    with History.open(path) as history:
        history.record(result(), b"")
    with History.open(path) as history:
        assert len(history.attempts()) == 1


def folder(path):
    path.mkdir()


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (lambda path: path.write_bytes(b"no database at all, but text " * 99), "not a database"),
        (folder, "not a regular file"),
        (os.mkfifo, "not a regular file"),
    ],
    ids=["text", "a folder", "a FIFO"],
)
@pytest.mark.parametrize("opening", [History.open, History.open_existing])
def test_a_file_that_can_not_be_used_is_told_in_a_line(path, prepare, said, opening):
    path.parent.mkdir()
    prepare(path)
    with pytest.raises(HistoryError, match=said) as told:
        opening(path)
    assert "\n" not in str(told.value)


def test_a_file_that_can_not_be_made_is_told_in_a_line(path):
    path.parent.write_text("")
    with pytest.raises(HistoryError, match=r"can't be used: (file exists|not a directory)"):
        History.open(path)
    assert History.open_existing(path) is None


def test_a_file_that_another_process_keeps_to_itself_is_told_in_a_line(path, monkeypatch):
    History.open(path).close()
    monkeypatch.setattr(store, "_BUSY_S", 0.05)
    with connected(path) as other, History.open(path) as history:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(HistoryError, match="locked"):
            history.record(result(), b"")
        assert history.attempts() == []
        other.rollback()
        assert history.record(result(), b"") == 1


def test_what_fails_half_way_leaves_nothing(history, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(store, "_trim", fail)
    with pytest.raises(KeyboardInterrupt):
        history.record(result(), b"")
    monkeypatch.undo()
    assert history.attempts() == []
    assert history.record(result(), b"") == 1
