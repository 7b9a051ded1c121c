"""The tables, and the migration of files of earlier versions.

``PRAGMA user_version`` counts the migrations that a file has had. Each runs in one transaction with the
count, so a process that dies leaves the file unchanged. If two processes start at once, one waits and then
finds the migration done.
"""

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path

from grader.errors import HistoryError

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # Code by its hash: what is submitted twice is kept once.
        """
        CREATE TABLE source (
            sha256 TEXT PRIMARY KEY,
            size_bytes INTEGER NOT NULL,
            body BLOB NOT NULL  -- zlib
        )
        """,
        # Numbers are never used again, so that a number which was noted down names that attempt or none.
        """
        CREATE TABLE attempt (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            slug TEXT NOT NULL,
            digest TEXT NOT NULL,
            when_us INTEGER NOT NULL,  -- since 1970, UTC
            verdict TEXT NOT NULL,
            score REAL,
            origin TEXT NOT NULL CHECK (origin IN ('submit', 'serve')),
            sha256 TEXT NOT NULL REFERENCES source (sha256)
        )
        """,
        "CREATE INDEX attempt_of_problem ON attempt (slug, id)",
        "CREATE INDEX attempt_with_source ON attempt (sha256)",
        # By itself: it is large, may be missing, and goes before the attempt does.
        """
        CREATE TABLE result (
            attempt INTEGER PRIMARY KEY REFERENCES attempt (id) ON DELETE CASCADE,
            body BLOB NOT NULL  -- JSON, zlib
        )
        """,
    ),
)
_RETRY_S = 0.01


def migrate(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Sequence[str]] = MIGRATIONS
) -> None:
    """Bring the file of `connection` up to date.

    Raises
    ------
    HistoryError
        It was written by a newer version, or by another program.
    sqlite3.Error
        It is not a database, or cannot be written.
    """
    while (version := _version(connection)) != len(migrations):
        if version > len(migrations):
            raise HistoryError(
                f"{path}: was written by a newer grader (version {version} of its history, this one knows "
                f"{len(migrations)}); update numgrader, or name another file with GRADER_HISTORY"
            )
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _version(connection) == version:
                _refuse_foreign(connection, path, version)
                for statement in migrations[version]:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {version + 1}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def write_ahead(connection: sqlite3.Connection, *, wait_s: float) -> None:
    """Let readers and a writer work at once; where the file system can't do that, they take turns.

    The change to it does not wait for others as a transaction does.
    """
    until = time.monotonic() + wait_s
    while connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                return
            if time.monotonic() >= until:
                raise
            time.sleep(_RETRY_S)
        else:
            return


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _refuse_foreign(connection: sqlite3.Connection, path: Path, version: int) -> None:
    if version == 0 and connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        raise HistoryError(f"{path}: is a database of another program; name another file with GRADER_HISTORY")
