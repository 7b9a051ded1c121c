"""Files of earlier, later and other programs, and of several processes at once."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from grader.history import History, HistoryError
from grader.history.schema import MIGRATIONS, migrate, write_ahead

FIRST = (("CREATE TABLE a (x)", "INSERT INTO a VALUES (1)"),)
SECOND = (*FIRST, ("ALTER TABLE a ADD COLUMN y DEFAULT 2",))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "history.sqlite3"


def connected(path):
    return closing(sqlite3.connect(path, isolation_level=None))


def version(connection):
    return connection.execute("PRAGMA user_version").fetchone()[0]


def test_an_older_file_is_brought_up_to_date_and_keeps_what_it_holds(path):
    with connected(path) as connection:
        migrate(connection, path, FIRST)
        assert version(connection) == 1
        migrate(connection, path, SECOND)
        assert version(connection) == 2
        assert connection.execute("SELECT x, y FROM a").fetchall() == [(1, 2)]
        migrate(connection, path, SECOND)
        assert connection.execute("SELECT x, y FROM a").fetchall() == [(1, 2)]


def test_a_migration_that_fails_leaves_the_file_as_it_was(path):
    broken = (*FIRST, ("CREATE TABLE b (x)", "CREATE TABLE b (x)"))
    with connected(path) as connection:
        with pytest.raises(sqlite3.OperationalError):
            migrate(connection, path, broken)
        assert version(connection) == 1
        assert connection.execute("SELECT name FROM sqlite_schema").fetchall() == [("a",)]


def test_a_newer_file_is_refused_and_left_alone(path):
    with connected(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(HistoryError, match=r"was written by a newer grader .* update numgrader"):
        History.open(path)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_left_alone(path):
    with connected(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    before = path.read_bytes()
    with pytest.raises(HistoryError, match="another program"):
        History.open(path)
    assert path.read_bytes() == before


def test_readers_do_not_wait_for_a_writer(path):
    with connected(path) as connection:
        write_ahead(connection, wait_s=1)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_file_that_never_gets_free_is_an_error(path):
    with connected(path) as holder, connected(path) as connection:
        connection.execute("PRAGMA busy_timeout = 0")
        holder.execute("CREATE TABLE a (x)")
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            write_ahead(connection, wait_s=0.05)


class Stubborn:
    """A connection to a file on a file system where no memory can be shared."""

    def __init__(self):
        self.asked = []

    def execute(self, query):
        self.asked.append(query)
        if query.endswith("WAL"):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error
        return self

    def fetchone(self):
        return ("delete",)


def test_where_memory_can_not_be_shared_readers_and_writers_take_turns():
    connection = Stubborn()
    write_ahead(connection, wait_s=60)
    assert connection.asked == ["PRAGMA journal_mode", "PRAGMA journal_mode = WAL"]


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from report.results import result
from grader.history import History
sys.stdin.readline()  # all at once
for n in range(5):
    with History.open(Path(sys.argv[1])) as history:
        history.record(result(), b"same" if n % 2 else sys.argv[3].encode())
"""


def test_processes_that_start_at_once_make_one_file_and_lose_nothing(path):
    tests = str(Path(__file__).parents[1])
    started = [
        subprocess.Popen([sys.executable, "-c", SCRIPT, path, tests, str(n)], stdin=subprocess.PIPE)
        for n in range(4)
    ]
    for process in started:
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in started:
        process.communicate(timeout=120)
    assert [process.returncode for process in started] == [0] * 4
    with History.open(path) as history:
        assert [a.id for a in history.attempts()] == list(range(20, 0, -1))
        assert len({a.sha256 for a in history.attempts()}) == 5
