"""Assign each submission to one learner, whatever the learner calls folders and files.

Threat: a learner chooses every name below the submitted folder or archive, and the targets of links. Such a
name must not create a row for another learner, a link must not submit another learner's file, and many files
must not delay the class.

Mechanism: the outermost name counts. If one folder or archive holds the whole class, the name below it
counts. The number of such outer levels is determined once for all paths, by names that no single learner
chose:

- an archive that holds everything is passed through, and so is a folder that holds everything and has only
  folders and archives in it: one of each, the folder above the archive or with its name in it;
- folders and archives that together hold everything are passed through if each of them contains a known
  learner: one on the roster, or one with a name that a learning platform made.

If an outer name is a known learner, that name counts.

A link is followed only to files of the same learner. The number of graded submissions per learner is limited,
in the order of their keys. Several rows of one learner, and hard links between learners, are reported.

Residual risks: in a flat folder, only the file name identifies the learner, and whoever chose the name chose
the learner. Hard links are graded, since deduplicating tools create them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.batch import names

if TYPE_CHECKING:
    from grader.batch.files import FoundSubmission
    from grader.batch.roster import Learner, Roster

LINKED = "is a link to a file of another learner; submit the file itself"


@dataclass(frozen=True, slots=True)
class Identity:
    """Which part of a path names the learner, and who is known by that name."""

    level: int = 0
    roster: "Roster | None" = None

    def listed(self, key: str) -> int | None:
        """Return the index of the learner in the list, None if that is not clear."""
        return None if self.roster is None else self.roster.find(key, self.level)

    def learner(self, key: str) -> "Learner | None":
        """Return the learner of the list."""
        n = self.listed(key)
        return None if n is None or self.roster is None else self.roster.learners[n]

    def of(self, key: str) -> tuple[int | None, str]:
        """Return what is equal for the submissions of one learner, and for no others."""
        n = self.listed(key)
        return (n, "") if n is not None else (None, names.owner(key, self.level).casefold())

    def label(self, key: str) -> str:
        """Return what a learner is called in a report."""
        known = self.learner(key)
        return names.owner(key, self.level) if known is None else known.label

    def several(self, keys: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return name and keys of each learner who has more than one of `keys`."""
        by_learner = defaultdict(list)
        for key in keys:
            by_learner[self.of(key)].append(key)
        return tuple((self.label(some[0]), tuple(some)) for some in by_learner.values() if len(some) > 1)

    def foreign_link(self, item: "FoundSubmission") -> bool:
        """Return whether a submission is a link to a file that is not its learner's."""
        return item.link is not None and self.of(item.link) != self.of(item.key)

    def over(self, found: Sequence["FoundSubmission"], most: int) -> dict[str, str]:
        """Return the reason for each submission that is more than a learner may have; 0 is any number.

        Parameters
        ----------
        found
            Sorted by key.
        most
            How many a learner may have.
        """
        if not most:
            return {}
        whose = {item.key: self.of(item.key) for item in found}
        total = Counter(whose.values())
        seen: Counter[tuple[int | None, str]] = Counter()
        over = {}
        for key, who in whose.items():
            seen[who] += 1
            if seen[who] > most:
                over[key] = (
                    f"is one of {total[who]:,} submissions of one learner, {self.label(key)}, of which "
                    f"the first {most:,} are graded; --max-per-learner N allows more"
                )
        return over

    def shared(self, found: Iterable["FoundSubmission"]) -> tuple[tuple[str, ...], ...]:
        """Return the keys of each file that several learners have handed in by hard links."""
        by_file = defaultdict(list)
        for item in found:
            if item.inode is not None and item.link is None:
                by_file[item.inode, item.entries].append(item.key)
        return tuple(tuple(keys) for keys in by_file.values() if len({self.of(key) for key in keys}) > 1)


def identity_of(found: Iterable[str], left: Iterable[str], roster: "Roster | None") -> Identity:
    """Return whose the files are.

    Parameters
    ----------
    found, left
        Keys of all files, also of those that the command line does not choose.
    roster
        The list of learners, if there is one.
    """
    paths = [key.split("/") for key in found]
    others = [key.split("/") for key in left]

    def known(path: Sequence[str], level: int) -> bool:
        if len(path) <= level:
            return False
        if names.platform_names(names.plain(path[level])) is not None:
            return True
        return roster is not None and roster.find("/".join(path[: level + 1]), level) is not None

    return Identity(_level(paths, others, known), roster)


def _level(
    paths: list[list[str]], others: list[list[str]], known: Callable[[Sequence[str], int], bool]
) -> int:
    level = archives = folders = 0
    while (
        paths
        and all(len(path) > level + 1 for path in paths)
        and not any(names.nbgrader(path[level:]) for path in paths)
        and not any(known(path, level) for path in (*paths, *others))
    ):
        heads = {path[level] for path in paths}
        archive = len(heads) == 1 and names.is_archive(min(heads))
        only_folders = len(heads) == 1 and all(len(path) > level + 2 for path in paths)
        if archive and not archives:
            archives += 1
        elif only_folders and not archive and not folders and (not archives or _unpacked(paths[0], level)):
            folders += 1
        elif heads != {path[level] for path in paths if known(path, level + 1)}:
            break
        level += 1
    return level


def _unpacked(path: Sequence[str], level: int) -> bool:
    """Return whether a folder has the name of the archive in which it lies: what packing a folder makes."""
    return path[level - 1].lower() == f"{path[level]}{names.ARCHIVE}".lower()
