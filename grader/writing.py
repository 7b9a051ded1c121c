"""Every file that the program writes: whole, or as it was before.

A file is written under a temporary name in its own folder and takes its own name when it is whole. So a
reader sees the old content or the new, a full disk costs nothing that was there, and of two writers the
later wins. Where two must not read the same state and write after each other, they hold `locked`.
"""

import contextlib
import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from grader.errors import UsageError, WriteError, cannot_write

LOCK = ".lock"
"""In a folder that can't be locked itself, as on some network file systems."""
_PREFIX, _SUFFIX = ".grader-", ".new"
_LONGEST_WAIT_S, _STEP_S = 60.0, 0.02
_NO_LOCKS_ON_FOLDERS = frozenset({errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.EOPNOTSUPP, errno.EISDIR})


def is_partial(name: str) -> bool:
    """Tell whether a file of this name is one that a process did not finish."""
    return name.startswith(_PREFIX) and name.endswith(_SUFFIX)


@contextmanager
def replacing(
    path: Path,
    *,
    mode: int | None = None,
    follow: bool = False,
    overwrite: bool = True,
    lasting: bool = False,
    refused: Callable[[Path, OSError], WriteError] = cannot_write,
) -> Iterator[IO[str]]:
    """Give a file to write to, which becomes `path` when the body ends, and vanishes if the body raises.

    Parameters
    ----------
    path
        The file. Its folder is there.
    mode
        Its permissions. None: those of the file that it replaces; of a new one, what the umask allows.
    follow
        Write where a symbolic link leads, so that it stays one. Otherwise the file takes the link's place.
    overwrite
        Whether a file that is there may be replaced.
    lasting
        Return only when the file survives a power failure: for records.
    refused
        Makes the error of a path that can't be written.

    Raises
    ------
    FileExistsError
        There is a file, and `overwrite` is false.
    WriteError
        It can't be written.
    """
    target = Path(os.path.realpath(path)) if follow else path
    temporary = target.with_name(f"{_PREFIX}{os.urandom(6).hex()}{_SUFFIX}")
    left = True
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        descriptor = os.open(temporary, flags, 0o666 if mode is None else mode)
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            if mode is None:
                _keep_mode(descriptor, target)
            yield file
            if lasting:
                file.flush()
                os.fsync(descriptor)
        if overwrite:
            os.replace(temporary, target)  # noqa: PTH105
            left = False
        else:
            _claim(temporary, target)
        if lasting:
            sync_folder(target.parent)
    except OSError as error:
        if isinstance(error, FileExistsError) and not overwrite:
            raise
        raise refused(path, error) from None
    finally:
        if left:
            with contextlib.suppress(OSError):
                temporary.unlink()


def write_file(
    path: Path,
    content: str | bytes,
    *,
    parents: bool = False,
    mode: int | None = None,
    follow: bool = False,
    overwrite: bool = True,
    lasting: bool = False,
    refused: Callable[[Path, OSError], WriteError] = cannot_write,
) -> None:
    """Write a file at once; with `parents`, the folders around it as well. For the rest see `replacing`.

    Raises
    ------
    FileExistsError
        There is a file, and `overwrite` is false.
    WriteError
        It can't be written.
    """
    if parents:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise refused(path, error) from None
    with replacing(
        path, mode=mode, follow=follow, overwrite=overwrite, lasting=lasting, refused=refused
    ) as file:
        if isinstance(content, str):
            file.write(content)
        else:
            file.buffer.write(content)  # type: ignore[attr-defined]


def replace_folder(made: Path, target: Path) -> None:
    """Give a folder the name `target`; one that has it already takes the place beside `made`.

    Raises
    ------
    WriteError
        It can't be done; a folder that was there is there again.
    """
    before = made.with_name(f"{_PREFIX}before")
    try:
        if target.exists():
            os.rename(target, before)  # noqa: PTH104
        try:
            os.rename(made, target)  # noqa: PTH104
        except OSError:
            if before.exists():
                os.rename(before, target)  # noqa: PTH104
            raise
    except OSError as error:
        raise cannot_write(target, error) from None


def sync_folder(folder: Path) -> None:
    """Have the names in a folder survive a power failure, where the file system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:  # no right to list it
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EBADF, errno.EROFS):
            raise
    finally:
        os.close(descriptor)


@contextmanager
def locked(folder: Path, *, wait_s: float = _LONGEST_WAIT_S) -> Iterator[None]:
    """Keep other processes that ask for the same from reading and writing `folder` while the body runs.

    The kernel gives the lock back when this process ends, however it ends.

    Raises
    ------
    UsageError
        Another process still has it after `wait_s`, or there is no such folder.
    """
    try:
        descriptor = _lockable(folder)
    except OSError as error:
        raise cannot_write(folder, error) from None
    try:
        until = time.monotonic() + wait_s
        while not _lock(descriptor):
            if time.monotonic() > until:
                raise UsageError(
                    f"{folder}: another command has been writing there for {wait_s:g} s; wait for it to end"
                )
            time.sleep(_STEP_S)
        yield
    finally:
        os.close(descriptor)


def _lockable(folder: Path) -> int:
    """Return a descriptor that can be locked: of the folder, or of a hidden file in it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        if error.errno not in _NO_LOCKS_ON_FOLDERS:
            raise
        return os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    return descriptor


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _keep_mode(descriptor: int, target: Path) -> None:
    try:
        before = os.lstat(target)
    except FileNotFoundError:
        return
    if stat.S_ISREG(before.st_mode):
        os.fchmod(descriptor, before.st_mode & 0o777)


def _claim(temporary: Path, target: Path) -> None:
    """Give `temporary` its final name unless that is taken."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(target):
            raise FileExistsError from None
        os.replace(temporary, target)  # noqa: PTH105
