"""The smallest failing input, in a form that can be pasted into a Python session."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from grader.bank.build import CaseMaker, quiet
from grader.bank.calls import call_of, steps_of
from grader.bank.code import is_whole
from grader.bank.model import Bank
from grader.comparator.values import copied, leaves
from grader.errors import ProblemError
from grader.explain.allowance import OutOfTimeError
from grader.explain.shrink import code_for, smallest
from grader.explain.smaller import fewer_calls, smaller_arguments
from grader.outcomes.outcome import Outcome, Standard, judge_case
from grader.outcomes.shown import shown
from grader.outcomes.words import message_of
from grader.precision import SURELY_RIGHT
from grader.problem.bound import Stopped, bound
from grader.problem.case import AnyCase
from grader.problem.folder import Problem
from grader.result import Counterexample, Reason, Verdict
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call

SEARCH_CALLS = 400
CALLS_ON_CHANCE = 100  # where no generated case of the group fails
SEARCH_WALL_S = 20.0
_CALLS_TO_CUT = 50  # of all: left for what is tried after the search
_CALLED_ALONE = 3
_EXPLAINED = (Verdict.WA, Verdict.RTE)


@dataclass(slots=True)
class Search:
    """Looks for the smallest input on which a submission fails as it did in the bank.

    `left` is how often it may still be run, whatever for: counted in runs, not in seconds, so that what is
    found does not depend on how busy the machine is. `stopped` says why it can be run no more although some
    are left; what has been found by then is shown.
    """

    problem: Problem
    bank: Bank
    standard: Standard
    run_one: Callable[[Call], RunResult]
    left: int = SEARCH_CALLS
    stopped: str = ""
    _found: Outcome | None = None  # the last failure of a search that is not over

    def smallest(self, outcomes: Sequence[Outcome]) -> tuple[Counterexample | None, str | None]:
        """Return a counterexample, and why the search was cut short if it was.

        The first group with a failing generated case is searched with its strategy, from that case on;
        what is found, or else that case, is then cut further. It fails in a process of its own, so that
        pasting it shows the same. If no group has one, the group of the first failure is searched on the
        chance that a failing input is drawn.
        """
        groups = self.problem.spec.groups
        failing = [
            o
            for o in outcomes
            if o.verdict in _EXPLAINED and not o.run.at_import and not groups[o.case.group].advisory
        ]
        remembers = False
        for group in dict.fromkeys(o.case.group for o in failing):
            generated = [o for o in failing if o.case.group == group and o.case.visibility == "generated"]
            generated.sort(key=_elements)  # the one that is quickest to read comes first
            alone = self._first_alone(generated)
            remembers |= bool(generated) and alone is None
            if alone is not None:
                names = dict.fromkeys([alone.case.name, *(o.case.name for o in generated)])
                found, cut_short = self._searched(group, alone.reason, SEARCH_CALLS, list(names))
                return self._shown(self._cut(found or alone)), cut_short
        if not failing or remembers or not groups[failing[0].case.group].generated:
            return None, None
        first = failing[0]
        found, cut_short = self._searched(first.case.group, first.reason, CALLS_ON_CHANCE, [])
        return (None if found is None else self._shown(self._cut(found))), cut_short

    def _first_alone(self, generated: Sequence[Outcome]) -> Outcome | None:
        """Return the first of these failures that is one when it is called alone."""
        for outcome in generated[:_CALLED_ALONE]:
            again = self._again(outcome)
            if again is not None:
                return again
        return None

    def _again(self, outcome: Outcome) -> Outcome | None:
        run = self._run(outcome.case.call)
        again = None if run is None else judge_case(outcome.case, run, self.standard)
        return again if again is not None and _is_like(again, outcome.reason) else None

    def _searched(
        self, group: str, reason: Reason | None, calls: int, first: Sequence[str]
    ) -> tuple[Outcome | None, str | None]:
        self._found = None
        found = smallest(
            self.problem,
            group,
            self.bank.seed,
            partial(self._interesting, reason),
            calls=min(calls, self.left - _CALLS_TO_CUT),
            wall_s=SEARCH_WALL_S,
            first=first,
        )
        if self.stopped:
            return self._found, None
        if found is None:
            return None, None
        return self._fails(reason, found.case), found.cut_short or None

    def _interesting(self, reason: Reason | None, case: AnyCase) -> bool:
        outcome = self._fails(reason, case)
        self._found = outcome or self._found
        return outcome is not None

    def _cut(self, outcome: Outcome) -> Outcome:
        """Return a failure cut down as far as it still fails for the same reason."""
        for smaller in (fewer_calls, smaller_arguments):
            while True:
                candidates: Iterator[AnyCase] = smaller(outcome)
                less = next((o for c in candidates if (o := self._fails(outcome.reason, c))), None)
                if less is None:
                    break
                outcome = less
        return outcome

    def _run(self, call: Call) -> RunResult | None:
        if self.left <= 0:
            return None
        self.left -= 1
        try:
            return self.run_one(call)
        except OutOfTimeError as error:
            self.left, self.stopped = 0, str(error)
            return None

    def _fails(self, reason: Reason | None, case: AnyCase) -> Outcome | None:
        """Return the outcome of a candidate if it fails for `reason` and is a case at all.

        A tolerance takes far longer than a run, and most candidates of a search are answered rightly: what
        agrees with the reference to more digits than any tolerance asks for is not looked at again.
        """
        signature = self.problem.signature
        run = self._run(call_of(case, signature))
        if run is None or self._agrees(case, run):
            return None
        try:
            made = CaseMaker(self.problem).make("counterexample", case, "generated")
        except ProblemError:
            return None
        if isinstance(made, str):
            return None
        outcome = judge_case(made, run, self.standard)
        return outcome if _is_like(outcome, reason) else None

    def _agrees(self, case: AnyCase, run: RunResult) -> bool:
        if run.status != Status.RETURNED or self.problem.spec.comparison.kind != "derived":
            return False
        steps = steps_of(case, self.problem.signature)
        if len(run.values) != len(steps):
            return False
        reference = bound(self.problem.reference, self.problem.longest_call_s)
        with quiet():
            for args, got in zip(steps, run.values, strict=True):
                try:
                    want = reference(*[copied(value) for value in args.values()])
                except Stopped:  # told by those who make a case of it
                    return False
                if not _nearly_equal(got, want):
                    return False
        return True

    def _shown(self, outcome: Outcome) -> Counterexample:
        case, run, step = outcome.case, outcome.run, outcome.step
        got = run.values[step] if step < len(run.values) else None
        code = code_for(self.problem.spec.entry_point, case)
        return Counterexample(
            args={name: shown(value) for name, value in case.steps[step].items()},
            got=shown(got) if step < len(run.values) else None,
            want=shown(case.wants[step]),
            code=code if is_whole(code) else "",
            message=message_of(outcome, allowed_imports=self.problem.spec.allowed_imports, in_full=True)
            or "",
        )


def _is_like(outcome: Outcome, reason: Reason | None) -> bool:
    return outcome.verdict in _EXPLAINED and outcome.reason == reason


def _nearly_equal(got: Any, want: Any) -> bool:
    if not all(isinstance(value, np.ndarray) and value.dtype == np.float64 for value in (got, want)):
        return False
    return got.shape == want.shape and bool(np.all(np.abs(got - want) <= SURELY_RIGHT * np.abs(want)))


def _elements(outcome: Outcome) -> int:
    arguments = [value for step in outcome.case.steps for value in step.values()]
    return sum(np.size(leaf) for value in arguments for _, leaf in leaves(value))
