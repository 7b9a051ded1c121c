"""The files of a problem folder: the allowed names, read once, hashed into one digest."""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.errors import reason
from grader.problem.faults import did_you_mean, fault

REQUIRED = ("problem.toml", "statement.md", "starter.py", "reference.py")
OPTIONAL = ("theory.md", "strategies.py", "cases.py", "mistakes.py", "compare.py")
FOLDERS = ("cases", "mistakes")
# May lie in the folder and is no part of what is asked: notes, and what `verify` was told.
BESIDE = ("README.md", "equivalents.toml")
MAX_FILE_BYTES = 2**20
MAX_FILES = 5_000
_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_CASE_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,94}\.toml")
_MISTAKE_FILE = re.compile(r"[a-z][a-z0-9_]{0,59}\.py")


@dataclass(frozen=True, slots=True)
class Files:
    """Everything that was read; names are POSIX paths relative to the folder.

    They are not `whole` if one could not be read to which others refer: they can't be held against it.
    """

    sources: Mapping[str, bytes]
    digest: str
    whole: bool = True

    def text(self, name: str) -> str:
        """Return a file as text, empty if it does not exist."""
        return self.sources.get(name, b"").decode("utf-8")

    def cases(self) -> Iterator[tuple[str, str, str]]:
        """Yield (group, case name, file name) for each literal case, in order of names."""
        for name in self.sources:
            if name.startswith("cases/"):
                _, group, file = name.split("/")
                yield group, file.removesuffix(".toml"), name

    def mistakes(self) -> tuple[str, ...]:
        """Return the names of the files of mistakes: `mistakes.py`, then those of `mistakes/` by name."""
        return tuple(name for name in self.sources if name == "mistakes.py" or name.startswith("mistakes/"))


def slug_fault(path: Path, slug: str) -> list[str]:
    """Return what is wrong with a folder's name."""
    if _SLUG.fullmatch(slug):
        return []
    return [
        fault(
            path,
            "",
            f"{slug!r} is not a valid problem name; use lower-case letters, digits, _ and -, at most 60",
        )
    ]


def read_files(folder: Path) -> tuple[Files, list[str]]:
    """Read every file of a problem folder that has a meaning.

    Names that begin with a dot and `__pycache__` are passed over.
    """
    faults: list[str] = []
    unread: dict[str, str] = {}  # what is wrong with a file, by its name
    found: dict[str, bytes] = {}
    known = (*REQUIRED, *OPTIONAL, *BESIDE)
    for name, entry in _entries(folder, faults):
        if entry.is_dir(follow_symlinks=False):
            if name == "cases":
                _read_cases(folder, found, faults, unread)
            elif name == "mistakes":
                _read_mistakes(folder, found, faults, unread)
            else:
                faults.append(fault(folder / name, "", "is not a folder of a problem; remove it"))
        elif name not in known:
            faults.append(
                fault(
                    folder / name,
                    "",
                    f"is not a file of a problem; {did_you_mean(name, known)}, or remove it",
                )
            )
        elif name not in BESIDE:
            _read(folder, name, entry, found, unread)
    faults += unread.values()
    faults += [
        fault(folder / name, "", "missing; add it")
        for name in REQUIRED
        if name not in found and not (folder / name).exists() and not (folder / name).is_symlink()
    ]
    sources = dict(sorted(found.items()))
    return Files(sources, _digest(sources), unread.keys() <= {"theory.md"}), faults


def _entries(folder: Path, faults: list[str]) -> list[tuple[str, os.DirEntry[str]]]:
    entries = []
    try:
        with os.scandir(folder) as it:
            found = list(it)
    except OSError as error:
        faults.append(fault(folder, "", f"can't be read: {reason(error)}; change its permissions"))
        return []
    for entry in found:
        name = entry.name
        if not name.startswith(".") and name != "__pycache__":
            if entry.is_symlink():
                faults.append(
                    fault(
                        folder / name,
                        "",
                        "is a symbolic link; replace it by the file",
                    )
                )
            else:
                entries.append((name, entry))
    return sorted(entries, key=lambda pair: pair[0])


def _read_cases(folder: Path, found: dict[str, bytes], faults: list[str], unread: dict[str, str]) -> None:
    for group, entry in _entries(folder / "cases", faults):
        place = folder / "cases" / group
        if not entry.is_dir(follow_symlinks=False):
            faults.append(fault(place, "", "is outside of a group; move it into cases/<group>/"))
            continue
        for name, file in _entries(place, faults):
            if not _CASE_FILE.fullmatch(name) or not file.is_file(follow_symlinks=False):
                faults.append(
                    fault(
                        place / name,
                        "",
                        "is not a valid case name; use letters, digits, - and _, ending in .toml",
                    )
                )
            elif len(found) >= MAX_FILES:
                faults.append(
                    fault(place, "", f"the problem has more than {MAX_FILES:,} files; use cases.py")
                )
                return
            else:
                _read(folder, f"cases/{group}/{name}", file, found, unread)


def _read_mistakes(folder: Path, found: dict[str, bytes], faults: list[str], unread: dict[str, str]) -> None:
    place = folder / "mistakes"
    for name, file in _entries(place, faults):
        if _MISTAKE_FILE.fullmatch(name) and file.is_file(follow_symlinks=False):
            _read(folder, f"mistakes/{name}", file, found, unread)
        else:
            what = "is no name for a file of mistakes; use lower-case letters, digits and _, ending in .py"
            faults.append(fault(place / name, "", what))


def _read(
    folder: Path, name: str, entry: os.DirEntry[str], found: dict[str, bytes], unread: dict[str, str]
) -> None:
    path = folder / name
    if not entry.is_file(follow_symlinks=False):
        unread[name] = fault(path, "", "is not a regular file; replace it")
        return
    size = entry.stat(follow_symlinks=False).st_size
    if size > MAX_FILE_BYTES:
        what = f"has {size:,} bytes, more than {MAX_FILE_BYTES:,}; write large cases in cases.py"
        unread[name] = fault(path, "", what)
        return
    try:
        data = path.read_bytes()
        data.decode("utf-8")
        found[name] = data
    except OSError as error:
        unread[name] = fault(path, "", f"can't be read: {reason(error)}")
    except UnicodeDecodeError as error:
        unread[name] = fault(path, "", f"is not UTF-8 at byte {error.start}; save it as UTF-8")


def _digest(sources: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, data in sources.items():
        digest.update(f"{len(name)} {name} {len(data)} ".encode())
        digest.update(data)
    return digest.hexdigest()
