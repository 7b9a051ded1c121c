"""Find the submissions in a folder, in the layouts of learning platforms.

Every file is either found, with a key, or left, with a reason; none is skipped silently. Only archives are
opened here, and no link is followed out of the folder.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from grader.batch import names
from grader.batch.archive import MAX_DEPTH, Archive, ArchiveError
from grader.batch.files import FoundSubmission, open_regular
from grader.batch.identity import LINKED, Identity, identity_of
from grader.batch.roster import Roster
from grader.errors import UsageError, reason

SOLUTION = "solution.py"
_KINDS = (".py", ".ipynb")
_MAX_FOLDERS_DEEP = 64
_OTHER = "is not a Python file, a notebook or a zip archive"
_PASSED_OVER = frozenset({"__pycache__", "__MACOSX"})


Rule = Callable[[FoundSubmission], str]
"""Says of a file that was found why it does not count; nothing if it does."""


@dataclass(frozen=True, slots=True)
class Left:
    """A file that is not a submission, or cannot be graded."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """All files of a folder, both lists sorted; whose they are, and which of them are one file."""

    found: tuple[FoundSubmission, ...]
    left: tuple[Left, ...]
    identity: Identity
    shared: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of the files count: those that a pattern matches, those of one name."""

    pattern: str | None = None
    file_name: str | None = None


EVERYTHING = Choice()


def discover(
    folder: Path,
    *,
    slug: str,
    choice: Choice = EVERYTHING,
    skip: Path | None = None,
    roster: Roster | None = None,
    max_per_learner: int = 0,
) -> Discovery:
    """Return the submissions in `folder`.

    Parameters
    ----------
    folder
        Walked whole.
    slug
        The problem. Where folders are nbgrader's and one has this name, other assignments are left.
    choice
        What the command line chose.
    skip
        The folder of results, should it lie inside.
    roster
        The list of learners, if there is one.
    max_per_learner
        How many submissions of one learner are found; 0 is any number.

    Raises
    ------
    UsageError
        If `folder` can't be read.
    """
    found: list[FoundSubmission] = []
    left: list[Left] = []
    for item in _walk(folder, skip):
        (found if isinstance(item, FoundSubmission) else left).append(item)  # type: ignore[arg-type]
    found.sort(key=lambda item: item.key)
    identity = identity_of((item.key for item in found), (item.path for item in left), roster)
    found = [replace(item, fault=LINKED) if identity.foreign_link(item) else item for item in found]
    at_most = partial(_at_most, identity=identity, most=max_per_learner)
    for rule_of in (_chosen, partial(_assignment, slug=slug), _beside, at_most):
        rule = rule_of(found, choice)
        left += [Left(item.key, reason) for item in found if (reason := rule(item))]
        found = [item for item in found if not rule(item)]
    return Discovery(
        tuple(found),
        tuple(sorted(left, key=lambda item: (item.path, item.reason))),
        identity,
        identity.shared(found),
    )


def _walk(folder: Path, skip: Path | None) -> Iterator[FoundSubmission | Left]:
    root = folder.resolve()
    pending: list[tuple[str, int]] = [("", 0)]
    while pending:
        inside, depth = pending.pop()
        try:
            with os.scandir(root / inside) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            if not inside:
                raise UsageError(f"{folder}: can't be read: {_why(error)}") from None
            yield Left(names.key_of(inside, folder=True), f"the folder can't be read: {_why(error)}")
            continue
        for entry in found:
            path = f"{inside}/{entry.name}" if inside else entry.name
            try:
                folder_here = entry.is_dir(follow_symlinks=False)
                key = names.key_of(path, folder=folder_here)
                if _hidden(entry.name):
                    yield Left(key, "is hidden")
                elif not folder_here:
                    yield from _file(root, entry, key)
                elif skip is not None and Path(entry).resolve() == skip.resolve():
                    yield Left(key, "is the folder of results")
                elif depth >= _MAX_FOLDERS_DEEP:
                    yield Left(key, "is nested too deep in folders")
                else:
                    pending.append((path, depth + 1))
            except OSError as error:
                yield Left(names.key_of(path), f"can't be read: {_why(error)}")


def _file(root: Path, entry: "os.DirEntry[str]", key: str) -> Iterator[FoundSubmission | Left]:
    target, link = Path(entry), None
    if entry.is_symlink():
        target = Path(os.path.realpath(target))  # of a loop, resolve() makes an error
        if not os.path.isfile(target) or root not in target.parents:  # noqa: PTH113 - is_file() may raise
            yield Left(key, "is a link to a folder, to nowhere, or out of the folder")
            return
        link = names.key_of(str(target.relative_to(root)))
    state = entry.stat(follow_symlinks=False)
    inode = (state.st_dev, state.st_ino) if state.st_nlink > 1 else None
    found = FoundSubmission(key, str(target.relative_to(root)), link=link, inode=inode)
    kind = key.lower()
    if names.is_archive(kind):
        yield from _in_archive(target, found)
    elif kind.endswith(_KINDS):
        yield found
    else:
        yield Left(key, _OTHER)


def _in_archive(path: Path, where: FoundSubmission) -> Iterator[FoundSubmission | Left]:
    try:
        with open_regular(path) as file:
            yield from _entries(Archive(file), where, 1)
    except ArchiveError as error:
        yield Left(where.key, str(error))
    except OSError as error:
        yield Left(where.key, f"can't be read: {_why(error)}")


def _entries(archive: Archive, where: FoundSubmission, depth: int) -> Iterator[FoundSubmission | Left]:
    for entry in archive.entries():
        key = f"{where.key}/{names.key_of(entry.path)}"
        item = replace(where, key=key, entries=(*where.entries, entry.name), fault=entry.fault)
        if entry.left:
            yield Left(key, entry.fault)
        elif any(map(_hidden, entry.path.split("/"))):
            yield Left(key, "is hidden")
        elif entry.path.lower().endswith(_KINDS):
            yield item
        elif not names.is_archive(entry.path):
            yield Left(key, entry.fault or _OTHER)
        elif entry.fault or depth >= MAX_DEPTH:
            yield Left(key, entry.fault or "is an archive nested too deep")
        else:
            try:
                inner = archive.nested(entry.name)
            except ArchiveError as error:
                yield Left(key, str(error))
            else:
                yield from _entries(inner, item, depth + 1)


def _hidden(name: str) -> bool:
    return name.startswith(".") or name in _PASSED_OVER


def _chosen(found: Sequence[FoundSubmission], choice: Choice) -> Rule:
    """Leave what the pattern or the name on the command line does not match."""
    del found
    pattern = None if choice.pattern is None else _pattern(choice.pattern)

    def reason(item: FoundSubmission) -> str:
        path = names.plain(item.key)
        name = path.rpartition("/")[2]
        if pattern is not None and not pattern.fullmatch(path if "/" in (choice.pattern or "") else name):
            return f"does not match {choice.pattern}"
        if choice.file_name is not None and choice.file_name not in (name, names.original_name(name)):
            return f"is not called {choice.file_name}"
        return ""

    return reason


def _assignment(found: Sequence[FoundSubmission], choice: Choice, *, slug: str) -> Rule:
    """Leave other assignments in nbgrader's folders, if there is one with the problem's name."""
    del choice
    places = {item.key: names.nbgrader(item.key.split("/")) for item in found}
    if not any(place is not None and place[1] == slug for place in places.values()):
        return lambda _: ""

    def reason(item: FoundSubmission) -> str:
        place = places[item.key]
        return "" if place is None or place[1] == slug else f"belongs to another assignment, {place[1]}"

    return reason


def _beside(found: Sequence[FoundSubmission], choice: Choice) -> Rule:
    """Leave what lies beside a solution.py in a learner's folder: that is what was to be handed in."""
    if choice.file_name is not None:
        return lambda _: ""
    homes = {
        folder for folder, _, name in (f.key.rpartition("/") for f in found) if name == SOLUTION and folder
    }

    def reason(item: FoundSubmission) -> str:
        folder, _, name = item.key.rpartition("/")
        return (
            f"is beside {SOLUTION}, which is graded instead" if folder in homes and name != SOLUTION else ""
        )

    return reason


def _at_most(found: Sequence[FoundSubmission], choice: Choice, *, identity: Identity, most: int) -> Rule:
    """Leave what is more than one learner may have."""
    del choice
    over = identity.over(found, most)
    return lambda item: over.get(item.key, "")


def _pattern(glob: str) -> re.Pattern[str]:
    """Return a pattern in which ``*`` and ``?`` stay in one folder and ``**`` spans several."""
    parts = []
    for mark in re.findall(r"\*\*/?|\*|\?|[^*?]+", glob):
        if mark.startswith("**"):
            parts.append("(?:.*/)?" if mark.endswith("/") else ".*")
        else:
            parts.append({"*": "[^/]*", "?": "[^/]"}.get(mark) or re.escape(mark))
    return re.compile("".join(parts), re.DOTALL)


def _why(error: OSError) -> str:
    return reason(error)
