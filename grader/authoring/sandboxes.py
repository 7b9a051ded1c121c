"""Several sandboxes over the same cases, which run sources in parallel."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from queue import SimpleQueue
from types import TracebackType
from typing import Literal, Self

from grader.bank.calls import call_of
from grader.bank.model import BankCase
from grader.judge.scoring import total_verdict
from grader.outcomes.outcome import Outcome, judge_case, standard_of
from grader.problem.case import AnyCase
from grader.problem.folder import Problem
from grader.result import Verdict
from grader.runner.client import KernelRunner, KernelSpawner
from grader.runner.status import Limits, RunResult, Usage
from grader.runner.wire import Call

Isolation = Literal["kernel", "process"]
WORKERS = 2


@dataclass(frozen=True, slots=True)
class Trial:
    """A source, and the cases that it is tried on: all, or those at some indices.

    It ends after the first outcome for which `enough` is true.
    """

    source: bytes
    cases: Sequence[int] | None = None
    enough: Callable[[Outcome], bool] = lambda _: False


@dataclass(frozen=True, slots=True)
class Tried:
    """The outcomes of a trial, as far as it ran."""

    outcomes: tuple[Outcome, ...]
    usage: Usage

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """The cases that came out wrong; of one that was not run nothing is known."""
        return tuple(o for o in self.outcomes if not o.right and o.verdict != "skipped")


class Sandboxes:
    """As many sandboxes as there are workers, opened on the same cases.

    A sandbox's work is done in processes of its own; a thread for each only waits for it and compares.

    Parameters
    ----------
    problem, cases
        What is asked.
    limits
        For each source that is tried.
    isolation
        As for the judge.
    workers
        How many sources are tried at a time.
    """

    def __init__(
        self,
        problem: Problem,
        cases: Sequence[BankCase],
        limits: Limits,
        *,
        isolation: Isolation = "kernel",
        workers: int = WORKERS,
    ) -> None:
        self.problem = problem
        self.cases = tuple(cases)
        self._standard = standard_of(problem)
        self._workers = workers
        self._stack = ExitStack()
        self._free: SimpleQueue[KernelSpawner] = SimpleQueue()
        runner = KernelRunner(
            entry_point=problem.spec.entry_point,
            allowed_imports=problem.spec.allowed_imports,
            isolation=isolation,
            forbidden=(problem.folder,),
        )
        calls = [self._asked(case.call) for case in cases]
        for _ in range(workers):
            self._free.put(self._stack.enter_context(runner.open(calls, limits)))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all their processes."""
        self._stack.close()

    def try_all(self, trials: Sequence[Trial]) -> list[Tried]:
        """Return what comes of each trial, in their order.

        Raises
        ------
        JudgeFault
            A sandbox failed.
        """
        with ThreadPoolExecutor(self._workers) as threads:
            return list(threads.map(self._try, trials))

    def try_one(self, source: bytes) -> Tried:
        """Return what comes of one source on all cases."""
        return self._try(Trial(source))

    def run_one(self, source: bytes, case: AnyCase) -> RunResult:
        """Return the run of a source on a case that the sandboxes were not opened with."""
        spawner = self._free.get()
        try:
            return spawner.run_one(source, self._asked(call_of(case, self.problem.signature)))
        finally:
            self._free.put(spawner)

    def _asked(self, call: Call) -> Call:
        """Return a call as it is sent: if arguments must not change, they are sent back."""
        return replace(call, echo=True) if self._standard.reject_in_place else call

    def judge(self, made: BankCase, run: RunResult) -> Outcome:
        """Return the outcome of a case from its run."""
        return judge_case(made, run, self._standard)

    def _try(self, trial: Trial) -> Tried:
        spawner = self._free.get()
        try:
            indices = range(len(self.cases)) if trial.cases is None else trial.cases
            if not indices:
                return Tried((), Usage())
            with closing(spawner.run(trial.source, calls=trial.cases)) as run:
                outcomes = tuple(self._until(zip(indices, run, strict=False), trial.enough))
            return Tried(outcomes, run.usage)
        finally:
            self._free.put(spawner)

    def _until(
        self, runs: Iterator[tuple[int, RunResult]], enough: Callable[[Outcome], bool]
    ) -> Iterator[Outcome]:
        for index, run in runs:
            outcome = self.judge(self.cases[index], run)
            yield outcome
            if enough(outcome):
                return


def verdict_of(problem: Problem, outcomes: Sequence[Outcome]) -> Verdict:
    """Return the verdict that outcomes of cases amount to."""
    return total_verdict(problem.spec.groups, [(o.case.group, o.verdict) for o in outcomes])


def until_failed(problem: Problem, times: int) -> Callable[[Outcome], bool]:
    """Return a predicate that ends a trial after `times` wrong cases that affect the verdict."""
    left = [times]

    def enough(outcome: Outcome) -> bool:
        left[0] -= not outcome.right and outcome.verdict != "skipped" and counts(problem, outcome)
        return left[0] <= 0

    return enough


def counts(problem: Problem, outcome: Outcome) -> bool:
    """Tell whether a case's outcome decides the verdict."""
    return not problem.spec.groups[outcome.case.group].advisory
