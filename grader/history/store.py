"""The history: record attempts, query attempts and standings."""

import hashlib
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from grader.errors import HistoryError, reason
from grader.history.packing import PackingError, pack_result, pack_source, unpack_result, unpack_source
from grader.history.place import default_path
from grader.history.schema import migrate, write_ahead
from grader.verdicts import Verdict

if TYPE_CHECKING:
    from grader.history.model import Attempt, Origin, Standing
    from grader.result import Result

KEPT_ATTEMPTS = 1000
KEPT_RESULTS = 100
_Execute = Callable[..., sqlite3.Cursor]
_BUSY_S = 3.0
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
# Another program can have written anything, and SQLite puts anything into any column. What no attempt can
# be is passed over; times are such that every clock on a wall can show them, as is not so for the year 9999.
_SOUND = """
    typeof(slug) = 'text' AND typeof(digest) = 'text' AND typeof(verdict) = 'text'
    AND typeof(when_us) = 'integer' AND when_us BETWEEN 0 AND 253370764800000000
    AND typeof(score) IN ('real', 'null') AND (score IS NULL OR score BETWEEN 0 AND 100)
    AND origin IN ('submit', 'serve')
"""
_ATTEMPT = f"""
    SELECT attempt.id, slug, digest, when_us, verdict, score, sha256, size_bytes, origin
    FROM attempt JOIN source USING (sha256) WHERE {_SOUND} AND typeof(size_bytes) = 'integer'
"""  # noqa: S608 - these are of our own constants
_SOURCE = f"SELECT body FROM source JOIN attempt USING (sha256) WHERE {_SOUND}"  # noqa: S608
_STANDINGS = f"""
    SELECT slug, max(verdict = '{Verdict.AC}'), max(score), count(*), max(when_us)
    FROM attempt WHERE {_SOUND} GROUP BY slug ORDER BY slug
"""  # noqa: S608
_DELETE_OLD = f"""
    DELETE FROM attempt WHERE slug = :slug AND id <= :last AND id <> (
        SELECT id FROM attempt WHERE slug = :slug
        ORDER BY verdict = '{Verdict.AC}' DESC, score DESC, id LIMIT 1
    )
"""  # noqa: S608


class History:
    """The attempts in one file; used by the thread that opened it, as a context manager or until `close`.

    Several processes may have the same file open. Every method raises `HistoryError`, in one line, where the
    file can't be read or written.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """Open the history at `path`, or at the usual place; the file is created if it does not exist.

        Raises
        ------
        HistoryError
            No history is wanted (`default_path`), the file can't be made, or it is not a history that this
            version knows.
        """
        path = path or default_path()
        if path is None:
            raise HistoryError("GRADER_HISTORY: turns the history off; unset it, or name a file there")
        with _told(path):
            _make(path)
            return cls(path, _connect(path))

    @classmethod
    def open_existing(cls, path: Path | None = None) -> Self | None:
        """Open the history if it exists, without creating it; None if it does not exist or is turned off."""
        path = path or default_path()
        if path is None:
            return None
        with _told(path):
            return cls(path, _connect(path)) if path.exists() else None

    @classmethod
    def empty(cls) -> Self:
        """Return a history that is in no file: of who has none yet."""
        connection = sqlite3.connect(":memory:", isolation_level=None)
        migrate(connection, Path(":memory:"))
        return cls(Path(":memory:"), connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        with _told(self._path):
            self._connection.close()

    def record(
        self, result: "Result", source: bytes, *, origin: "Origin" = "submit", when: datetime | None = None
    ) -> int | None:
        """Add an attempt.

        Parameters
        ----------
        result
            What the judge said; of all cases.
        source
            The code, as it was judged.
        origin
            What it came through.
        when
            Another time than now.

        Returns
        -------
        int or None
            The attempt's number; None if it is not recorded: the judge failed (JE), or
            only samples were run.
        """
        if result.score is None:
            return None
        sha256 = hashlib.sha256(source).hexdigest()
        body, slug = pack_result(result), result.problem.slug
        when_us = ((when or datetime.now(UTC)) - _EPOCH) // _MICROSECOND
        with self._writing() as execute:
            execute("INSERT OR IGNORE INTO source VALUES (?, ?, ?)", sha256, len(source), pack_source(source))
            number = execute(
                "INSERT INTO attempt (slug, digest, when_us, verdict, score, origin, sha256)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                *(slug, result.problem.digest, when_us, result.verdict.value, result.score, origin, sha256),
            ).lastrowid
            if body is not None:
                execute("INSERT INTO result VALUES (?, ?)", number, body)
            _trim(execute, slug)
        return number

    def attempts(self, slug: str | None = None, *, limit: int = 50) -> "list[Attempt]":
        """Return at most `limit` attempts at one problem or at all of them, the newest first."""
        rows = self._read(
            f"{_ATTEMPT} AND (:slug IS NULL OR slug = :slug) ORDER BY attempt.id DESC LIMIT :limit",
            {"slug": slug, "limit": limit},
        )
        return [_attempt(row) for row in rows]

    def standings(self) -> "dict[str, Standing]":
        """Return the standing at each attempted problem, by slug."""
        from grader.history.model import Standing  # noqa: PLC0415 - see the package

        return {
            slug: Standing(bool(solved), best, count, _time(last))
            for slug, solved, best, count, last in self._read(_STANDINGS)
        }

    def attempt(self, number: int) -> "Attempt | None":
        """Return the attempt with that number, None if it does not exist."""
        rows = self._read(f"{_ATTEMPT} AND attempt.id = ?", (number,))
        return _attempt(rows[0]) if rows else None

    def source(self, number: int) -> bytes:
        """Return the code of an attempt.

        Raises
        ------
        HistoryError
            There is no attempt with that number.
        """
        rows = self._read(f"{_SOURCE} AND attempt.id = ?", (number,))
        if not rows:
            raise HistoryError(f"there is no attempt {number}; `grader history` lists the attempts")
        with _told(self._path):
            return unpack_source(rows[0][0])

    def result(self, number: int) -> "Result | None":
        """Return the result of an attempt.

        None if it is not kept any more, or a version wrote it whose results were different.
        """
        rows = self._read("SELECT body FROM result WHERE attempt = ?", (number,))
        return unpack_result(rows[0][0]) if rows else None

    def clear(self, slug: str | None = None) -> int:
        """Forget the attempts at one problem, or all; return how many there were. The code is overwritten."""
        with self._writing() as execute:
            removed = execute("DELETE FROM attempt WHERE :slug IS NULL OR slug = :slug", {"slug": slug})
            _drop_unused(execute)
        with suppress(sqlite3.OperationalError):  # another process is reading: what was freed gets reused
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return removed.rowcount

    def _read(self, query: str, values: Any = ()) -> list[Any]:
        with _told(self._path):
            try:
                return self._connection.execute(query, values).fetchall()
            except (OverflowError, UnicodeEncodeError):  # a number or a name that no attempt can have
                return []

    @contextmanager
    def _writing(self) -> Iterator[_Execute]:
        """Run what the body executes as one transaction, begun as a writer's: it waits its turn at once."""

        def execute(query: str, *values: Any) -> sqlite3.Cursor:
            named = values[0] if values and isinstance(values[0], dict) else values
            return self._connection.execute(query, named)

        with _told(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield execute
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say in one line what is wrong with the file."""
    try:
        yield
    except (sqlite3.Error, OSError, PackingError) as error:
        raise HistoryError(
            f"{path}: the history can't be used: {reason(error)}; GRADER_HISTORY names another file, or off"
        ) from error


def _make(path: Path) -> None:
    """Make the file for its owner only; the files that SQLite puts beside it get the same mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def _connect(path: Path) -> sqlite3.Connection:
    if not stat.S_ISREG(path.stat().st_mode):  # to open a FIFO would wait for a writer
        raise HistoryError(f"{path}: is not a regular file; name another one with GRADER_HISTORY")
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=_BUSY_S, isolation_level=None
    )
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA synchronous = FULL")
        migrate(connection, path)
        write_ahead(connection, wait_s=_BUSY_S)
    except BaseException:
        connection.close()
        raise
    return connection


def _trim(execute: _Execute, slug: str) -> None:
    """Let go of what is beyond the bounds."""
    oldest = "SELECT id FROM attempt WHERE slug = ? ORDER BY id DESC LIMIT 1 OFFSET ?"
    if beyond := execute(oldest, slug, KEPT_RESULTS).fetchone():
        execute(
            "DELETE FROM result WHERE attempt IN (SELECT id FROM attempt WHERE slug = ? AND id <= ?)",
            *(slug, beyond[0]),
        )
    if beyond := execute(oldest, slug, KEPT_ATTEMPTS).fetchone():
        execute(_DELETE_OLD, {"slug": slug, "last": beyond[0]})
        _drop_unused(execute)


def _drop_unused(execute: _Execute) -> None:
    execute("DELETE FROM source WHERE NOT EXISTS (SELECT 1 FROM attempt WHERE sha256 = source.sha256)")


def _attempt(row: Any) -> "Attempt":
    from grader.history.model import Attempt  # noqa: PLC0415 - see the package

    number, slug, digest, when_us, verdict, score, sha256, size_bytes, origin = row
    return Attempt(number, slug, digest, _time(when_us), verdict, score, sha256, size_bytes, origin)


def _time(microseconds: int) -> datetime:
    return _EPOCH + microseconds * _MICROSECOND
