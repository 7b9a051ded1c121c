"""One case judged: what the process did, set against what the value should have been.

An `Outcome` is the judge's full knowledge of a case. What of it a learner may see is decided in
`grader.judge.visible`, and nowhere else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.bank.model import BankCase
from grader.comparator.batch import BatchComparator
from grader.comparator.check import Check, ResultRule, check, rule_for
from grader.comparator.custom import Accepts, Compare, ask
from grader.errors import JudgeFault, ProblemCodeFault
from grader.problem.bound import Stopped, TookTooLong
from grader.problem.folder import Problem
from grader.result import CaseVerdict, Reason, Verdict
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call, encode_value

_STATUS_VERDICTS: Mapping[Status, tuple[CaseVerdict, Reason | None]] = {
    Status.RAISED: (Verdict.RTE, "raised"),
    Status.BLOCKED: (Verdict.RTE, "blocked"),
    Status.CRASHED: (Verdict.RTE, "crashed"),
    Status.EXITED: (Verdict.RTE, "exited"),
    Status.PROTOCOL: (Verdict.RTE, "protocol"),
    Status.TIME: (Verdict.TLE, "limit"),
    Status.MEMORY: (Verdict.MLE, "limit"),
    Status.OUTPUT: (Verdict.OLE, "limit"),
    Status.NOT_COMPILED: (Verdict.CE, None),
    Status.NO_ENTRY_POINT: (Verdict.CE, None),
    Status.SKIPPED: ("skipped", None),
}


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A case, its run, and the verdict; `check` is the comparison that failed, at step `step`."""

    case: BankCase
    run: RunResult
    verdict: CaseVerdict
    reason: Reason | None = None
    check: Check | None = None
    step: int = 0
    fault: str | None = None  # what went wrong in the judge itself, with verdict JE

    @property
    def right(self) -> bool:
        """Whether the case passed."""
        return self.verdict == Verdict.AC


@dataclass(frozen=True, slots=True)
class Standard:
    """How this problem judges a value; `compare` is its own comparison, asked of what it `accepts`."""

    rule: ResultRule
    compare: Compare | None = None
    reject_in_place: bool = False
    accepts: Accepts = "same"

    def asked(self, got: Any, want: Any, args: Mapping[str, Any]) -> Check:
        """Return what the problem's own comparison says, which there has to be."""
        assert self.compare is not None
        return ask(self.compare, got, want, args, accepts=self.accepts, rule=self.rule)


def standard_of(problem: Problem) -> Standard:
    """Return how a problem judges values."""
    comparison = problem.spec.comparison
    return Standard(
        rule=rule_for(problem.signature.returns),
        compare=problem.compare if comparison.kind == "custom" else None,
        reject_in_place=problem.spec.in_place == "reject",
        accepts=comparison.accepts,
    )


class CaseEvaluator:
    """Judges the same cases for one submission after the other.

    Most submissions that are right are right everywhere: that is found out in one comparison over all
    values, and each case is looked at by itself only when it isn't so.
    """

    def __init__(self, cases: Sequence[BankCase], standard: Standard) -> None:
        self._cases = cases
        self._standard = standard
        self._steps = [len(case.wants) for case in cases]
        self._sheet: BatchComparator | None = None
        if standard.compare is None:
            wants = [want for case in cases for want in case.wants]
            tolerances = [tolerance for case in cases for tolerance in case.tolerances]
            self._sheet = BatchComparator(wants, tolerances, standard.rule)

    def judge(self, runs: Sequence[RunResult]) -> tuple[Outcome, ...]:
        """Return the outcome of each case from the run in the same place."""
        cases = self._cases
        if self._all_right(runs):
            return tuple(Outcome(c, r, Verdict.AC) for c, r in zip(cases, runs, strict=True))
        return tuple(judge_case(c, r, self._standard) for c, r in zip(cases, runs, strict=True))

    def _all_right(self, runs: Sequence[RunResult]) -> bool:
        if self._sheet is None or len(runs) != len(self._steps):
            return False
        values: list[Any] = []
        for case, run, steps in zip(self._cases, runs, self._steps, strict=True):
            if run.status != Status.RETURNED or len(run.values) != steps:
                return False
            if self._standard.reject_in_place and _may_have_changed(case.call, run):
                return False
            values += run.values
        try:
            return self._sheet.all_right(values)
        except Exception:  # noqa: BLE001 - then each case is judged by itself, and the fault found there
            return False


def judge_case(case: BankCase, run: RunResult, standard: Standard) -> Outcome:
    """Return the outcome of `case` from what its run did.

    Only a decoded value that passes every comparison makes AC: the process's own word makes none.

    Raises
    ------
    ProblemCodeFault
        The problem's own comparison does not end.
    """
    if run.status != Status.RETURNED:
        verdict, reason = _STATUS_VERDICTS[run.status]
        return Outcome(case, run, verdict, reason, step=run.step)
    try:
        found = _first_wrong(case, run, standard)
    except Exception as error:
        if isinstance(error.__cause__, Stopped):
            what = f"compare.py: compare {error.__cause__}: it must answer for any value"
            if isinstance(error.__cause__, TookTooLong):  # on the next case it would take as long
                raise ProblemCodeFault(f"on case {case.name}: {what}") from error
            return Outcome(case, run, Verdict.JE, fault=what)
        if isinstance(error, ProblemCodeFault):
            return Outcome(case, run, Verdict.JE, fault=str(error)[:500])
        return Outcome(case, run, Verdict.JE, fault=f"{type(error).__name__}: {error}"[:500])
    if found is None:
        return Outcome(case, run, Verdict.AC)
    step, failed = found
    return Outcome(case, run, Verdict.WA, failed.reason, failed, step)


def _first_wrong(case: BankCase, run: RunResult, standard: Standard) -> tuple[int, Check] | None:
    if len(run.values) != len(case.wants):
        return 0, Check("type", "the number of answers differs from the number of calls")
    for step, got in enumerate(run.values):
        result = check_step(case, step, got, standard)
        if not result.ok:
            return step, result
    if standard.reject_in_place and (change := first_change(case.call, run)) is not None:
        step, argument = change
        name = list(case.steps[step])[argument]
        return step, Check("value", f"{name} was changed in place, which this problem does not allow")
    return None


def _may_have_changed(call: Call, run: RunResult) -> bool:
    return run.arguments is None or first_change(call, run) is not None


def first_change(call: Call, run: RunResult) -> tuple[int, int] | None:
    """Return step and argument of the first argument that did not come back as it was sent.

    The submission's process has sent them back, byte for byte: what it says of changes is not asked.
    """
    if run.arguments is None:
        raise JudgeFault("the runner did not send the arguments back")
    for step, (sent, got) in enumerate(zip(call.steps, run.arguments, strict=True)):
        for index, (before, after) in enumerate(zip(sent, got, strict=True)):
            if encode_value(getattr(before, "array", before)) != encode_value(after):
                return step, index
    return None


def check_step(case: BankCase, step: int, got: Any, standard: Standard) -> Check:
    """Compare what one call of a case returned with its want."""
    if standard.compare is not None:
        return standard.asked(got, case.wants[step], case.steps[step])
    return check(got, case.wants[step], case.tolerances[step], standard.rule)
