"""What is asked of a batch, who is told how it goes, and what came of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.batch.conditions import Conditions
from grader.batch.discover import Choice, Left
from grader.batch.roster import Roster
from grader.batch.summary import Summary
from grader.bounds import MAX_PER_LEARNER
from grader.problem.folder import Problem


class Watch(Protocol):
    """Is told how a batch goes."""

    def begin(self, slug: str, total: int) -> None:
        """`total` submissions to `slug` were found."""
        ...

    def verdict(self, verdict: str, *, fresh: bool) -> None:
        """One has a verdict: a new one, or of an earlier run."""
        ...

    def writing(self) -> None:
        """All have one; reports are being written."""
        ...

    def end(self) -> None:
        """Everything is written, or will not be."""
        ...


class Silent:
    """Tells nobody."""

    def begin(self, slug: str, total: int) -> None:
        """Do nothing."""

    def verdict(self, verdict: str, *, fresh: bool) -> None:
        """Do nothing."""

    def writing(self) -> None:
        """Do nothing."""

    def end(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be done for one problem."""

    problem: Problem
    folder: Path
    out: Path
    skip: Path
    asked: Conditions
    choice: Choice
    roster: Roster | None
    old: Path | None
    formats: tuple[str, ...]
    restart: bool
    travels: bool
    cache_dir: Path | None
    max_per_learner: int = MAX_PER_LEARNER


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What came of it.

    Attributes
    ----------
    graded : int
        How many submissions were graded in this run; of the others the results were there.
    missing : int
        How many learners of the list handed nothing in.
    several : tuple
        (name, keys) of each learner with more than one submission.
    shared : tuple
        Keys of each file that several learners handed in by hard links.
    changes : int or None
        How many verdicts or scores differ from those of an earlier batch, if there was one to compare.
    """

    slug: str
    title: str
    out: Path
    summary: Summary
    graded: int
    left: tuple[Left, ...]
    missing: int
    changes: int | None
    interrupted: bool
    several: tuple[tuple[str, tuple[str, ...]], ...] = ()
    shared: tuple[tuple[str, ...], ...] = ()
