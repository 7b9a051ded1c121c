"""The folder of results: ownership, a lock against concurrent runs, and atomic files."""

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Any

from grader import writing
from grader.batch.journal import full
from grader.errors import UsageError, cannot_read, cannot_write

RUN = "run.json"
LOCK = ".lock"
_MAX_RUN_BYTES = 2**26


def check_ours(out: Path) -> None:
    """Refuse a folder that holds something else; nothing in it is touched.

    Raises
    ------
    UsageError
        If `out` is not a folder, or has files other than those of a batch.
    """
    try:
        names = {e.name for e in os.scandir(out) if e.name != LOCK and not writing.is_partial(e.name)}
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise UsageError(f"{out}: is not a folder; name another one with -o") from None
    except OSError as error:
        raise cannot_read(out, error) from None
    if names and read_run(out) is None:
        raise UsageError(
            f"{out}: holds something other than batch results ({min(names)!r}); name another folder with -o"
        )


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Make `out` if it is not there, and keep others from writing it while the body runs.

    The kernel gives the lock back when this process ends, however it ends.

    Raises
    ------
    UsageError
        If it can't be made, or another run is writing there.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(out / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise cannot_write(out, error, "name another folder with -o") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = os.path.samestat(os.fstat(descriptor), (out / LOCK).stat())
        except OSError:
            mine = False
        if not mine:
            raise UsageError(f"{out}: another run is writing to it; wait for it, or name another folder")
        try:
            yield
        finally:
            if not (out / RUN).exists():  # nothing has come of it: leave no trace
                with contextlib.suppress(OSError):
                    if [entry.name for entry in out.iterdir()] == [LOCK]:
                        (out / LOCK).unlink()
                        out.rmdir()
    finally:
        os.close(descriptor)


def read_run(out: Path) -> dict[str, Any] | None:
    """Return the content of `run.json`, None if no batch wrote one."""
    try:
        with open(out / RUN, "rb") as file:  # noqa: PTH123 - a bounded read
            data = json.loads(file.read(_MAX_RUN_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) and data.get("kind") == "grader batch" else None


def write_run(out: Path, content: Mapping[str, Any]) -> None:
    """Write `run.json`; only its owner can read it, as it contains the seed."""
    text = json.dumps({"kind": "grader batch", "schema_version": 1, **content}, indent=2) + "\n"
    with replacing(out / RUN, mode=0o600) as file:
        file.write(text)


def replacing(path: Path, *, mode: int | None = None) -> AbstractContextManager[IO[str]]:
    """Give a file of results to write to, which lasts; see `grader.writing.replacing`.

    Raises
    ------
    WriteError
        If it can't be written.
    """
    return writing.replacing(path, mode=mode, lasting=True, refused=full)
