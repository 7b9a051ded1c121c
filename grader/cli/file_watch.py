"""Detect saved files, by notifications of the system and by polling.

A notification only triggers a check; the files themselves show whether something was saved. So a notification
that arrives twice, late or never (a network folder, a folder that was removed and created again) is harmless.
"""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from grader.errors import UsageError

Mark = tuple[int, int, int] | None
_LOOK_MS = 2000  # even without a notice
_QUIET_MS = 50  # without another notice, before a save is taken for complete
_LONGEST_MS = 400  # notices that never stop
_UNDER_WAY_S = 0.5  # an editor may empty or remove a file before it writes it
_STEP_S = 0.05
_MAX_FILES = 5000


def need_watchfiles() -> None:
    """Refuse to watch where the library that does it is missing."""
    from importlib.util import find_spec  # noqa: PLC0415 - not for the help

    if find_spec("watchfiles") is None:
        raise UsageError("--watch: needs the package watchfiles; pip install 'numgrader[watch]'")


def load_watchfiles() -> None:
    """Import the library, while an interrupt still ends the process at once."""
    import watchfiles  # noqa: F401, PLC0415 - optional


def mark(path: Path) -> Mark:
    """Return data that changes when the file at `path` is saved; None if there is no such file."""
    try:
        found = os.stat(path)  # noqa: PTH116 - half the time of Path.stat
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def marks_below(folder: Path) -> dict[str, Mark]:
    """Return the mark of each file and folder in `folder`, but for hidden ones and compiled code."""
    found: dict[str, Mark] = {str(folder): None}
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if _counts(name)]
        found |= {os.path.join(place, name): None for name in folders}  # noqa: PTH118 - many of them
        for name in filter(_counts, files):
            path = os.path.join(place, name)  # noqa: PTH118
            found[path] = mark(Path(path))
        if len(found) > _MAX_FILES:
            break
    return found


def settle(path: Path) -> None:
    """Wait a little while there is no file at `path`, or an empty one: it may be about to be written."""
    until = time.monotonic() + _UNDER_WAY_S
    while ((found := mark(path)) is None or not found[1]) and time.monotonic() < until:
        time.sleep(_STEP_S)


def notices(folders: Callable[[], set[Path]]) -> Iterator[None]:
    """Yield when something was saved in one of the folders, and now and then without a cause.

    Parameters
    ----------
    folders
        Asked before each wait; what lies deeper in them does not count.
    """
    while True:
        places = _present(folders())
        for _ in _waits(list(places)):
            yield
            if _present(folders()) != places:
                break


def _waits(places: list[str]) -> Iterator[None]:
    from watchfiles import watch  # noqa: PLC0415 - optional

    try:
        for _ in watch(
            *places,
            watch_filter=None,
            step=_QUIET_MS,
            debounce=_LONGEST_MS,
            rust_timeout=_LOOK_MS,
            yield_on_timeout=True,
            recursive=False,
        ):
            yield
    except (OSError, RuntimeError):  # a folder was removed, or the system ran out of watches
        time.sleep(_UNDER_WAY_S)
        yield


def _present(folders: set[Path]) -> dict[str, int]:
    """Return those that are there, with what is another number when one was made again."""
    return {str(f): found[2] for f in folders if (found := mark(f)) is not None}


def _counts(name: str) -> bool:
    return not name.startswith(".") and name != "__pycache__"
