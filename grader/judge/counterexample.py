"""The smallest failing input, in a form that can be pasted into a Python session."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from grader.bank.build import CaseMaker, quiet
from grader.bank.calls import call_of, steps_of
from grader.bank.model import Bank
from grader.comparator.values import copied
from grader.errors import ProblemError
from grader.judge.outcome import Outcome, Standard, judge_case
from grader.judge.shown import shown
from grader.judge.words import message_of
from grader.problem.case import AnyCase, Case, Laid
from grader.problem.folder import Problem
from grader.result import Counterexample, Reason, Verdict
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call
from grader.shrink import code_for, smallest

SEARCH_CALLS = 400
CALLS_ON_CHANCE = 100  # where no generated case of the group fails
SEARCH_WALL_S = 20.0
# A derived tolerance is at least 2^-42 of the want (`grader.comparator.noise`).
_SURELY_RIGHT = 2.0**-43
_EXPLAINED = (Verdict.WA, Verdict.RTE)


@dataclass(frozen=True, slots=True)
class Search:
    """Looks for the smallest input on which a submission fails as it did in the bank."""

    problem: Problem
    bank: Bank
    standard: Standard
    run_one: Callable[[Call], RunResult]

    def smallest(self, outcomes: Sequence[Outcome]) -> tuple[Counterexample | None, str | None]:
        """Return a counterexample, and why the search was cut short if it was.

        The group of the first failure is searched with its strategy; where that can't be, or finds nothing,
        the first failing generated case is shown, cut down to one row if it still fails then.
        """
        groups = self.problem.spec.groups
        failing = [
            o
            for o in outcomes
            if o.verdict in _EXPLAINED and not o.run.at_import and not groups[o.case.group].advisory
        ]
        if not failing:
            return None, None
        cut_short = None
        first = failing[0]
        for group in dict.fromkeys(o.case.group for o in failing):
            if not groups[group].generated:
                continue
            reason = next(o.reason for o in failing if o.case.group == group)
            generated = [o for o in failing if o.case.group == group and o.case.visibility == "generated"]
            generated.sort(key=_elements)  # the one that is quickest to read comes first
            found = smallest(
                self.problem,
                group,
                self.bank.seed,
                partial(self._interesting, reason),
                calls=SEARCH_CALLS if generated else CALLS_ON_CHANCE,
                wall_s=SEARCH_WALL_S,
                first=[o.case.name for o in generated],
            )
            if found is not None:
                cut_short = found.cut_short or None
                outcome = self._fails(found.case, reason)
                if outcome is not None:
                    return self._shown(outcome), cut_short
            if generated:
                return self._shown(self._one_row(generated[0])), cut_short
            if group != first.case.group:
                break
        return None, cut_short

    def _interesting(self, reason: Reason | None, case: AnyCase) -> bool:
        return self._fails(case, reason) is not None

    def _fails(self, case: AnyCase, reason: Reason | None) -> Outcome | None:
        """Return the outcome of a candidate if it fails for `reason` and is a case at all.

        A tolerance takes far longer than a run, and most candidates of a search are answered rightly: what
        agrees with the reference to more digits than any tolerance asks for is not looked at again.
        """
        signature = self.problem.signature
        run = self.run_one(call_of(case, signature))
        if self._agrees(case, run):
            return None
        try:
            made = CaseMaker(self.problem).make("counterexample", case, "generated")
        except ProblemError:
            return None
        if isinstance(made, str):
            return None
        outcome = judge_case(made, run, self.standard)
        return outcome if outcome.verdict in _EXPLAINED and outcome.reason == reason else None

    def _agrees(self, case: AnyCase, run: RunResult) -> bool:
        if run.status != Status.RETURNED or self.problem.spec.comparison.kind != "derived":
            return False
        steps = steps_of(case, self.problem.signature)
        if len(run.values) != len(steps):
            return False
        with quiet():
            for args, got in zip(steps, run.values, strict=True):
                want = self.problem.reference(*[copied(value) for value in args.values()])
                if not _nearly_equal(got, want):
                    return False
        return True

    def _one_row(self, outcome: Outcome) -> Outcome:
        """Return the failure cut down to the row of its first wrong element, if that fails as well."""
        case, step = outcome.case, outcome.step
        where = outcome.check.where if outcome.check is not None else None
        want = case.wants[step]
        if len(case.steps) != 1 or not where or not isinstance(want, np.ndarray) or want.ndim < 2:
            return outcome
        args = {name: _row(value, want.shape, where) for name, value in case.steps[0].items()}
        cut = Case(case.name, group=case.group, args=args, why=case.why)
        return self._fails(cut, outcome.reason) or outcome

    def _shown(self, outcome: Outcome) -> Counterexample:
        case, run, step = outcome.case, outcome.run, outcome.step
        got = run.values[step] if step < len(run.values) else None
        return Counterexample(
            args={name: shown(value) for name, value in case.steps[step].items()},
            got=shown(got) if step < len(run.values) else None,
            want=shown(case.wants[step]),
            code=code_for(self.problem.spec.entry_point, case),
            message=message_of(outcome, allowed_imports=self.problem.spec.allowed_imports, in_full=True)
            or "",
        )


def _nearly_equal(got: Any, want: Any) -> bool:
    if not all(isinstance(value, np.ndarray) and value.dtype == np.float64 for value in (got, want)):
        return False
    return got.shape == want.shape and bool(np.all(np.abs(got - want) <= _SURELY_RIGHT * np.abs(want)))


def _elements(outcome: Outcome) -> int:
    return sum(np.size(value) for step in outcome.case.steps for value in step.values())


def _row(value: Any, shape: tuple[int, ...], where: tuple[int | str, ...]) -> Any:
    """Return the row at `where` of an argument that has the leading axes of the result."""
    array = value.array if isinstance(value, Laid) else value
    lead = shape[:-1]
    if not isinstance(array, np.ndarray) or array.shape[: len(lead)] != lead or array.ndim != len(shape):
        return value
    index = tuple(slice(i, i + 1) for i in where[: len(lead)] if isinstance(i, int))
    return array[index]
