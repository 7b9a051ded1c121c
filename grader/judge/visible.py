"""Who may see what: the only place where a judge's knowledge becomes part of a `Result`.

Samples show everything. Hidden cases show group, name, verdict and reason. A generated case is shown when
it is the counterexample. `show_hidden` (the owner of the problem) shows all.
"""

from collections.abc import Sequence
from functools import lru_cache

from grader.bank.model import BankCase
from grader.outcomes.outcome import Outcome
from grader.outcomes.shown import shown
from grader.outcomes.words import message_of
from grader.result import CaseResult, ShownValue

MAX_OUTPUT = 64 * 1024


def bare_result(outcome: Outcome) -> CaseResult:
    """Return what is known of one case without its values and words."""
    case = outcome.case
    return CaseResult(
        name=case.name,
        group=case.group,
        visibility=case.visibility,
        verdict=outcome.verdict,
        reason=outcome.reason,
    )


def case_result(outcome: Outcome, *, allowed_imports: Sequence[str], show_hidden: bool) -> CaseResult:
    """Return what a report may say of one case."""
    case, run = outcome.case, outcome.run
    open_ = show_hidden or case.visibility == "sample"
    step = outcome.step if outcome.step < len(case.wants) else 0
    got = run.values[step] if open_ and not outcome.right and step < len(run.values) else None
    with_got = open_ and not outcome.right and step < len(run.values)
    return CaseResult(
        name=case.name,
        group=case.group,
        visibility=case.visibility,
        verdict=outcome.verdict,
        reason=outcome.reason,
        message=message_of(outcome, allowed_imports=allowed_imports, in_full=open_),
        args=_asked(case) if open_ else None,
        got=shown(got) if with_got else None,
        want=_wanted(case, step) if open_ else None,
        call=step if len(case.steps) > 1 and not outcome.right else None,
        output=run.output[:MAX_OUTPUT] if open_ and run.output else None,
        wall_s=round(run.wall_s, 6),
        cpu_s=round(run.cpu_s, 6),
    )


# What is the same for every submission is made once: that of four samples took 0.5 of 7 ms.
@lru_cache(maxsize=256)
def _asked(case: BankCase) -> tuple[dict[str, ShownValue], ...]:
    return tuple({name: shown(_array(value)) for name, value in step.items()} for step in case.steps)


@lru_cache(maxsize=256)
def _wanted(case: BankCase, step: int) -> ShownValue:
    return shown(case.wants[step])


def _array(value: object) -> object:
    return getattr(value, "array", value)
