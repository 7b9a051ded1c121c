"""Does an answer depend on the calls before it: measured by calling the submission again in a new process.

Failures that are right when they are called alone, and wrong again after all the calls that came before,
are the history's. An answer that is wrong by chance, once in 1/p calls, passes for one with a probability
of (1 - p)⁶·p³, at most 1 in 340.
"""

from collections.abc import Callable, Mapping, Sequence

from grader.outcomes.outcome import Outcome, Standard, check_step, judge_case
from grader.problem.spec import GroupSpec
from grader.result import Diagnosis, Verdict
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call

NAME = "depends_on_calls_before"
_ALONE = 6
_AFTER_ALL = 3


def depends_on_history(
    outcomes: Sequence[Outcome],
    groups: Mapping[str, GroupSpec],
    standard: Standard,
    run_one: Callable[[Call], RunResult],
) -> Diagnosis | None:
    """Return what is to be said if failures are right when they are called alone, else None.

    Parameters
    ----------
    run_one
        Runs the submission, in the sandbox, on one call.
    """
    failing = [o for o in outcomes if not o.right and not groups[o.case.group].advisory]
    if not failing or any(o.verdict not in (Verdict.WA, Verdict.RTE) or o.run.at_import for o in failing):
        return None
    for number in range(_ALONE):
        again = failing[number * len(failing) // _ALONE]
        if not judge_case(again.case, run_one(again.case.call), standard).right:
            return None
    for _ in range(_AFTER_ALL):
        if not _fails_again(outcomes, failing[0], standard, run_one):
            return None
    return Diagnosis(
        mistake=NAME,
        matched=len(failing),
        compared=len(failing),
        message="right when it is called for the first time, wrong after other calls: something is kept from "
        "one call to the next, such as a cache, a counter, a buffer or a changed default argument",
    )


def _fails_again(
    outcomes: Sequence[Outcome],
    failure: Outcome,
    standard: Standard,
    run_one: Callable[[Call], RunResult],
) -> bool:
    """Return whether a case fails as the last of all the calls that came before it."""
    case = failure.case
    before = [o.case.call for o in outcomes[: outcomes.index(failure)]]
    steps = [step for call in (*before, case.call) for step in call.steps]
    run = run_one(Call(tuple(steps)))
    first = len(steps) - len(case.call.steps)
    if run.status != Status.RETURNED:
        return run.status == failure.run.status and run.step >= first
    return any(not check_step(case, step, got, standard).ok for step, got in enumerate(run.values[first:]))
