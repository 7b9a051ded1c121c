"""Find the problem that a submission solves, without running or parsing it.

In this order: the name that was given; the file's first line, ``# grader: layer_norm``; the only problem
whose entry point the file binds at the start of a line; the folder ``submissions/<problem>/`` that the file
lies in. The scan reads lines and nothing more: hostile source can crash a parser, and a file with a syntax
error must be matched too.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from grader.cli.output import note
from grader.errors import UsageError
from grader.problem.find import find_problem, list_problems, shadows

_FIRST_LINE = re.compile(rb"\s*#\s*grader:\s*([A-Za-z0-9_.-]{1,100})\s*$")
_BINDING = re.compile(
    rb"(?:async[ \t]+)?(?:def|class)[ \t]+([A-Za-z_]\w{0,200})"
    rb"|([A-Za-z_]\w{0,200})[ \t]*(?:=(?!=)|:[^=]{0,200}=(?!=))"
)
_IMPORT = re.compile(rb"(?:from|import)[ \t]")
_IMPORTED = re.compile(rb"([A-Za-z_]\w{0,200})[ \t]*(?:,|$|\)|#|;)")
_MAX_LINE = 1000
_MAX_CANDIDATES = 8
_MAX_LOOKED_AT, _MAX_NAME = 100, 60
_NEAR = 0.85  # one letter of seven
_told: set[tuple[Path, str]] = set()


def find_folder(slug: str, *, extra: Sequence[Path]) -> Path:
    """Return the folder of the problem that `slug` names; a path to a folder names itself."""
    if os.sep in slug:
        folder = Path(slug)
        if not (folder / "problem.toml").is_file():
            raise UsageError(
                f"{slug}: not a problem folder: it has no problem.toml; give a problem's name or folder"
            )
        return folder
    folder = find_problem(slug, extra=extra)
    tell_shadows((slug,), extra=extra)
    return folder


def tell_shadows(slugs: Iterable[str] | None, *, extra: Sequence[Path]) -> None:
    """Say once, in one line, which problems are taken from ``./problems`` and not from the package.

    Parameters
    ----------
    slugs
        The problems that are used; None for all.
    extra
        What ``--problems`` said.
    """
    found = [slug for slug in shadows(slugs, extra=extra) if (Path.cwd(), slug) not in _told]
    if found:
        _told.update((Path.cwd(), slug) for slug in found)
        here = " and ".join(f"problems/{slug}" for slug in found)
        note(f"Using {here}, not the bundled {' and '.join(found)}.")


def find_for(source: bytes, path: Path | None, *, named: str | None, extra: Sequence[Path]) -> Path:
    """Return the folder of the problem that a submission belongs to.

    Parameters
    ----------
    source
        The submission.
    path
        Where it was read, None for standard input.
    named
        What ``--problem`` said, if anything.
    extra
        Folders to look for problems in before the usual ones.
    """
    if named is not None:
        return find_folder(named, extra=extra)
    slug = first_line_slug(source)
    where = "standard input" if path is None else str(path)
    if slug is not None:
        try:
            return find_folder(slug, extra=extra)
        except UsageError as error:
            raise UsageError(f"{where}: line 1: {error}") from None
    found, folder = _by_content(source, path, where, extra)
    tell_shadows((found,), extra=extra)
    return folder


def _by_content(source: bytes, path: Path | None, where: str, extra: Sequence[Path]) -> tuple[str, Path]:
    """Return name and folder of the problem whose function the file defines, or whose folder it is in."""
    problems = list_problems(extra=extra)
    bound = bound_names(source)
    entries = entry_points(problems)
    matching = [slug for slug, entry in entries.items() if entry in bound]
    if len(matching) == 1:
        return matching[0], problems[matching[0]]
    in_folder = folder_slug(path)
    if in_folder in problems and (not matching or in_folder in matching):
        return in_folder, problems[in_folder]
    if not matching and (near := _misspelt(bound, entries)) is not None:
        name, slug = near
        raise UsageError(
            f"{where}: defines {name}, but the problem {slug} expects a function called {entries[slug]}: "
            "rename it, or give the problem with -p"
        )
    raise UsageError(f"{where}: {_ambiguous(matching, list(problems))}")


def first_line_slug(source: bytes) -> str | None:
    """Return the problem that the first line names, if it is a ``# grader:`` line."""
    first = re.split(rb"[\r\n]", source[:_MAX_LINE].removeprefix(b"\xef\xbb\xbf"), maxsplit=1)[0]
    found = _FIRST_LINE.match(first)
    return found[1].decode("ascii") if found else None


def bound_names(source: bytes) -> frozenset[str]:
    """Return the names that `source` binds at the start of a line: definitions, assignments, imports."""
    names: set[bytes] = set()
    for full in re.split(rb"[\r\n]+", source.removeprefix(b"\xef\xbb\xbf")):
        line = full[:_MAX_LINE]
        if _IMPORT.match(line):
            names.update(_IMPORTED.findall(line))
        elif found := _BINDING.match(line):
            names.add(found[1] or found[2])
    return frozenset(name.decode("ascii", "replace") for name in names)


def entry_points(problems: Mapping[str, Path]) -> dict[str, str]:
    """Return the entry point of each problem; a folder that can't be read has none."""
    import tomllib  # noqa: PLC0415 - not for the help

    found = {}
    for slug, folder in problems.items():
        try:
            data = tomllib.loads((folder / "problem.toml").read_text("utf-8"))
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(entry := data.get("entry_point"), str):
            found[slug] = entry
    return found


def _misspelt(bound: frozenset[str], entries: Mapping[str, str]) -> tuple[str, str] | None:
    """Return a name that looks like an entry point written otherwise, and its problem; None if none does."""
    plain = {entry.replace("_", "").lower(): slug for slug, entry in entries.items()}
    for name in sorted(bound)[:_MAX_LOOKED_AT]:
        near = get_close_matches(name[:_MAX_NAME].replace("_", "").lower(), plain, n=1, cutoff=_NEAR)
        if near:
            return name[:_MAX_NAME], plain[near[0]]
    return None


def folder_slug(path: Path | None) -> str | None:
    """Return the folder below the last ``submissions`` in `path`, if there is one."""
    if path is None:
        return None
    parts = Path(os.path.abspath(path)).parts[:-1]  # noqa: PTH100 - a link may lie there on purpose
    for n in range(len(parts) - 2, -1, -1):
        if parts[n] == "submissions":
            return parts[n + 1]
    return None


def _ambiguous(matching: Sequence[str], problems: Sequence[str]) -> str:
    if matching:
        names = " or ".join(f"-p {slug}" for slug in matching[:_MAX_CANDIDATES])
        return f"matches {len(matching)} problems; choose one: {names}"
    if not problems:
        return "no problems found; give their folder with --problems DIR"
    names = ", ".join(problems[:_MAX_CANDIDATES]) + (", …" if len(problems) > _MAX_CANDIDATES else "")
    return f"defines no problem's function; give the problem with -p, one of: {names}"
