"""Which folders this program imports from: what is installed, never the folder that it was started in.

Theory of operation. The folder in which a command is started is often a folder of submissions, and Python
looks for modules there. A submission called ``pickle.py`` is then executed by the judge as soon as something
imports ``pickle``: outside the sandbox, with all answers in reach.

1. *Python puts the current folder first* for ``python -m grader`` and ``python -c``.
   `leave_out_current_folder` takes it off again. The command calls it before anything else, and up to there
   imports nothing but `sys`, `os` (which Python has loaded for itself) and this package.
2. *PYTHONPATH names it*, as ``.``, by an empty entry (``$PYTHONPATH:/elsewhere`` where the variable was
   empty) or by its path. Its entries that are relative or the current folder are taken off as well. Where
   the current folder is one of those that Python itself installs into, it stays.
3. *Processes that are started* get a path made here (`installed`); `grader.python_process` starts them.

Left over: what Python imports before the first line of this package. With ``-m`` that is the package
``grader`` itself, and by the version of Python a few modules that ``runpy`` needs; with a PYTHONPATH that
names the current folder, ``encodings``, ``sitecustomize`` and what a console script imports. The command
``grader`` without such a PYTHONPATH, or ``python -P -m grader``, has none of this.
"""

import os
import sys

TYPE_CHECKING = False  # what `typing` calls so, without importing that from the current folder
if TYPE_CHECKING:
    from collections.abc import Iterable

PACKAGE = os.path.dirname(os.path.abspath(__file__))
"""The folder of this package."""


def leave_out_current_folder() -> None:
    """Import nothing from the current folder from now on, nor from a relative one."""
    relative = set()
    if not sys.flags.ignore_environment:
        named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
        relative = {_absolute(entry) for entry in named if not os.path.isabs(entry)}
    own = _installed_into() if relative else ()
    sys.path[:] = _elsewhere(entry for entry in sys.path if entry not in relative or entry in own)


def installed() -> list[str]:
    """Return the path for a process that is to import what is installed here, and nothing else."""
    entries = _elsewhere(sys.path)
    script = getattr(sys.modules["__main__"], "__file__", None)
    if script is not None and getattr(sys.modules["__main__"], "__spec__", None) is None:
        # Python puts the folder of a script first; a script may lie among submissions.
        folder = os.path.dirname(os.path.realpath(script))
        if entries and entries[0] == folder and folder not in _installed_into():
            del entries[0]
    return entries


def _elsewhere(entries: "Iterable[str]") -> list[str]:
    """Return the entries that are neither relative nor the current folder."""
    here = _identity(".")
    kept = [entry for entry in entries if os.path.isabs(entry)]
    if here is None or all(_identity(entry) != here for entry in kept):
        return kept
    own = _installed_into()
    return [entry for entry in kept if entry in own or _identity(entry) != here]


def _identity(folder: str) -> tuple[int, int] | None:
    try:
        status = os.stat(folder)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def _absolute(entry: str) -> str:
    try:
        return os.path.abspath(entry)
    except OSError:  # the current folder has gone
        return entry


def _installed_into() -> tuple[str, ...]:
    """Return the folders of the standard library and of what is installed beside it."""
    import site  # noqa: PLC0415 - loaded already, or frozen

    library = os.path.dirname(os.__file__)
    folders = [library, os.path.join(library, "lib-dynload"), *site.getsitepackages()]
    return (*folders, site.USER_SITE) if site.USER_SITE else tuple(folders)
