"""What a submission can import: the standard library and the allowed packages, by a fixed table.

Standard library only: this module is loaded into the process that runs submissions.

The table is made before the process is confined. So neither the folder that holds the allowed packages
(and everything else that is installed) nor the folder of the standard library has to be readable as a
whole, and nothing else can be found by name.
"""

import importlib
import os
import sys
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import ModuleType

NOT_STANDARD = frozenset(("site-packages", "dist-packages"))

# Extension modules that need shared libraries from outside the standard library: once the process is
# confined these can't be opened any more, so they are loaded before. A build may lack some.
WITH_LIBRARIES = (
    "_bz2", "_crypt", "_ctypes", "_curses", "_curses_panel", "_dbm", "_decimal", "_elementtree", "_gdbm",
    "_hashlib", "_lzma", "_posixshmem", "_sqlite3", "_ssl", "_tkinter", "_uuid", "_zstd", "nis",
    "pyexpat", "readline", "zlib",
)  # fmt: skip
# What submissions are likely to import; loaded once here instead of once in every fork.
LIKELY = (
    "collections.abc", "copy", "dataclasses", "decimal", "encodings.ascii", "encodings.latin_1",
    "encodings.utf_8_sig", "fractions", "functools", "heapq", "importlib.machinery", "itertools", "json",
    "math", "numpy.fft", "numpy.linalg", "numpy.random", "numpy.typing", "operator", "random", "statistics",
    "string", "time", "traceback", "typing", "warnings",
)  # fmt: skip


class FixedFinder(MetaPathFinder):
    """Finds top-level modules in a table of name → file, and leaves parts of packages to their package."""

    def __init__(self, table: "Mapping[str, str]") -> None:
        self._table = dict(table)

    def find_spec(
        self,
        fullname: str,
        path: "Sequence[str] | None",
        target: "ModuleType | None" = None,  # noqa: ARG002 - part of the protocol
    ) -> ModuleSpec | None:
        """Return where a top-level module is, None if it is not in the table."""
        place = self._table.get(fullname) if path is None else None
        if place is None:
            return None
        folder, _, base = place.rpartition("/")
        if base == "__init__.py":
            return spec_from_file_location(fullname, place, submodule_search_locations=[folder])
        return spec_from_file_location(fullname, place)


def standard_entries(folders: "Iterable[str]") -> list[str]:
    """Return the paths that make up the standard library, what is installed beside it left out.

    Symbolic links that lead out of their folder are no part of it.
    """
    found = []
    for folder in folders:
        for entry in os.scandir(folder):
            if entry.name in NOT_STANDARD:
                continue
            if entry.is_symlink() and not os.path.realpath(entry.path).startswith(
                os.path.realpath(folder) + "/"
            ):
                continue
            found.append(entry.path)
    return found


def standard_table(entries: "Iterable[str]") -> dict[str, str]:
    """Return name → file for the modules among `entries`, as the usual finder would choose among them."""
    table: dict[str, tuple[int, str]] = {}

    def offer(name: str, rank: int, place: str) -> None:
        if name.isidentifier() and rank < table.get(name, (9, ""))[0]:
            table[name] = (rank, place)

    for path in entries:
        base = path.rpartition("/")[2]
        if base.endswith(".py"):
            offer(base[:-3], 2, path)
        elif suffix := next((s for s in EXTENSION_SUFFIXES if base.endswith(s)), None):
            offer(base[: -len(suffix)], 1, path)
        elif "." not in base and os.access(init := f"{path}/__init__.py", os.F_OK):
            offer(base, 0, init)
    return {name: place for name, (_, place) in table.items()}


def load(names: "Iterable[str]") -> None:
    """Import what there is of `names`."""
    for name in names:
        with suppress(ImportError):
            importlib.import_module(name)


def begin(packages: "Mapping[str, str]") -> list[str]:
    """Set what can be imported from now on, and return the paths of the standard library.

    The path of an interpreter without ``site`` holds the standard library only.
    """
    sys.path[:] = [os.path.realpath(folder) for folder in sys.path if os.access(f"{folder}/.", os.F_OK)]
    sys.path_importer_cache.clear()
    entries = standard_entries(sys.path)
    # Behind the finders of built-in and frozen modules.
    sys.meta_path.insert(2, FixedFinder(standard_table(entries) | dict(packages)))
    return entries
