"""The data that the checks use, each computed once, when a check first needs it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from grader.authoring.distinguish import DRAWS, Distinguished, tell_apart
from grader.authoring.equivalents import Recorded, is_recorded, read_equivalents
from grader.authoring.mutate import Mutant, mutants_of
from grader.authoring.mutation import Fate, run_mutants
from grader.authoring.sandboxes import WORKERS, Isolation, Sandboxes, Trial, Tried, until_failed
from grader.authoring.submitted import Submitted, read_submissions, submissions_folder
from grader.bank.cache import open_bank
from grader.bank.model import Bank
from grader.judge.session import limits_of
from grader.problem.folder import Problem, load_problem
from grader.result import Verdict
from grader.runner.status import Limits

HURRY = 0.1
"""Share of the time limit for submissions that must exceed it, in a hurry."""
_LOOSE = 5.0
"""Times what the reference takes: no mutant needs longer, unless it hangs."""
_LEAST_CPU_S = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOptions:
    """How a problem is verified.

    `draws` inputs are tried to kill surviving mutants, none with 0. In a `hurry`,
    submissions that run into the time limit are held to a tenth of it.
    """

    draws: int = DRAWS
    hurry: bool = False
    isolation: Isolation = "kernel"
    workers: int = WORKERS
    submissions: Path | None = None
    cache_dir: Path | None = None


@dataclass(eq=False)
class Evidence:
    """One problem folder, and all data computed for it."""

    folder: Path
    conditions: VerifyOptions = field(default_factory=VerifyOptions)

    def __enter__(self) -> Self:
        self._opened: list[Sandboxes] = []
        return self

    def __exit__(self, *_: object) -> None:
        for sandboxes in self._opened:
            sandboxes.close()

    @cached_property
    def problem(self) -> Problem:
        """The problem; raises if its text has faults."""
        return load_problem(self.folder)

    @cached_property
    def bank(self) -> Bank:
        """Its cases for seed 0; raises if there can be none."""
        return open_bank(self.problem, seed=0, cache_dir=self.conditions.cache_dir)

    @cached_property
    def sandboxes(self) -> Sandboxes:
        """Sandboxes on all cases of the bank, with the problem's own limits."""
        return self._open(limits_of(self.problem))

    @cached_property
    def quick_sandboxes(self) -> Sandboxes:
        """Sandboxes on the same cases with the time that the reference takes, many times over."""
        return self._open(self.quick_limits)

    @cached_property
    def quick_limits(self) -> Limits:
        """Limits under which a mutant that hangs does not cost much."""
        limits = limits_of(self.problem)
        slowest = max((o.run.cpu_s for o in self.reference.outcomes), default=0.0)
        whole = self.reference.usage.cpu_s
        return replace(
            limits,
            cpu_s_call=min(limits.cpu_s_call, max(_LEAST_CPU_S, _LOOSE * slowest)),
            cpu_s_total=min(limits.cpu_s_total, max(2 * _LEAST_CPU_S, _LOOSE * whole)),
        )

    def _open(self, limits: Limits) -> Sandboxes:
        sandboxes = Sandboxes(
            self.problem,
            self.bank.cases,
            limits,
            isolation=self.conditions.isolation,
            workers=self.conditions.workers,
        )
        self._opened.append(sandboxes)
        return sandboxes

    @cached_property
    def reference(self) -> Tried:
        """The reference, run as a submission is."""
        return self.sandboxes.try_one(self.problem.files.sources["reference.py"])

    @cached_property
    def submissions_folder(self) -> Path:
        """Where submissions lie."""
        return submissions_folder(self.problem.folder, self.conditions.submissions)

    @cached_property
    def submitted(self) -> tuple[Submitted, ...]:
        """The submissions beside the problem."""
        return read_submissions(self.submissions_folder)[0]

    @cached_property
    def tried(self) -> dict[Submitted, Tried]:
        """The outcome of each submission: accepted ones on all cases, others until their verdict is known."""
        hurried = [s for s in self.submitted if self.conditions.hurry and s.verdict is Verdict.TLE]
        others = [s for s in self.submitted if s not in hurried]
        found = dict(zip(others, self.sandboxes.try_all(self._trials(others)), strict=True))
        if hurried:
            sandboxes = self._open(limits_of(self.problem, HURRY))
            found |= zip(hurried, sandboxes.try_all(self._trials(hurried)), strict=True)
        return found

    def _trials(self, submitted: Sequence[Submitted]) -> list[Trial]:
        return [
            Trial(s.source)
            if s.verdict is Verdict.AC
            else Trial(s.source, enough=until_failed(self.problem, 1))
            for s in submitted
        ]

    @cached_property
    def mutants(self) -> tuple[Mutant, ...]:
        """The mutants of the reference."""
        return mutants_of(self.problem.files.text("reference.py"))

    @cached_property
    def fates(self) -> tuple[Fate, ...]:
        """Which fixed cases kill which mutant."""
        return run_mutants(self.mutants, self.quick_sandboxes)

    @cached_property
    def recorded(self) -> tuple[Recorded, ...]:
        """The equivalents that the author has recorded."""
        return read_equivalents(self.folder)[0]

    @cached_property
    def distinguished(self) -> dict[tuple[str, str, int], Distinguished]:
        """Inputs that kill surviving mutants, if any were searched for."""
        survivors = [fate.mutant for fate in self.fates if not fate.killers]
        if not self.conditions.draws:
            return {}
        return tell_apart(
            self.problem,
            survivors,
            draws=self.conditions.draws,
            limits=self.quick_limits,
            isolation=self.conditions.isolation,
            workers=self.conditions.workers,
        )

    def is_recorded(self, mutant: Mutant) -> bool:
        """Tell whether the author has recorded a mutant as equivalent."""
        return is_recorded(mutant, self.recorded)
