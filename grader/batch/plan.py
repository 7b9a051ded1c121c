"""The plan of a batch, its progress reports, and its outcome."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from grader.batch import written
from grader.batch.conditions import RunConditions
from grader.batch.discover import Choice, Left
from grader.batch.roster import Roster
from grader.batch.summary import Summary
from grader.bounds import MAX_PER_LEARNER
from grader.errors import GraderError, ProblemError
from grader.problem.folder import Problem
from grader.report.formats import Format


class BatchObserver(Protocol):
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
class BatchPlan:
    """What is to be done for one problem."""

    problem: Problem
    folder: Path
    out: Path
    skip: Path
    asked: RunConditions
    choice: Choice
    roster: Roster | None
    old: Path | None
    formats: tuple[Format, ...]
    restart: bool
    travels: bool
    cache_dir: Path | None
    max_per_learner: int = MAX_PER_LEARNER

    @property
    def writes(self) -> frozenset[str]:
        """The names of what is written into `out` besides the journal and `run.json`."""
        return written.wanted(self.formats, changes=self.old is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOutcome:
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


class Ungraded(ProblemError):
    """Some of several problems could not be graded; `batches` has the outcomes of the others."""

    def __init__(self, batches: Sequence[BatchOutcome], faults: Sequence[tuple[str, GraderError]]) -> None:
        self.batches = tuple(batches)
        self.exit_code = min(error.exit_code for _, error in faults)
        super().__init__(f"{slug}: not graded: {line}" for slug, error in faults for line in lines_of(error))


def lines_of(error: GraderError) -> tuple[str, ...]:
    """Return what an error says, each fault on one line."""
    return error.faults if isinstance(error, ProblemError) else (" ".join(str(error).split("\n")),)
