"""Why it is wrong: the named mistake, the digits lost, and the smallest input that shows the failure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.bank.mistakes import open_mistakes
from grader.bank.model import Bank
from grader.diagnosis import Answer, matching
from grader.judge.counterexample import Search
from grader.judge.history import depends_on_history
from grader.judge.numerics import lost_digits
from grader.judge.outcome import Outcome, Standard
from grader.problem.bound import bound
from grader.problem.code import Mistake
from grader.problem.folder import Problem
from grader.result import Counterexample, Diagnosis, Verdict
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call

MAX_NAMES = 3


@dataclass(frozen=True, slots=True)
class Explanation:
    """What can be said about a failure; `cut_short` says why a search ended early."""

    diagnosis: tuple[Diagnosis, ...] = ()
    counterexample: Counterexample | None = None
    cut_short: str | None = None


def explain(
    problem: Problem,
    bank: Bank,
    outcomes: Sequence[Outcome],
    *,
    standard: Standard,
    run_one: Callable[[Call], RunResult],
    show: bool,
) -> Explanation:
    """Return what explains the failures in `outcomes`.

    Parameters
    ----------
    outcomes
        Of all cases of the bank, in its order.
    run_one
        Runs the submission, in the sandbox, on one call.
    show
        Whether generated cases may be shown to the learner.
    """
    diagnosis = diagnose(problem, bank, outcomes, standard=standard, run_one=run_one)
    if not show or any(not o.right for o in outcomes if o.case.visibility == "sample"):
        return Explanation(diagnosis)
    example, cut_short = Search(problem, bank, standard, run_one).smallest(outcomes)
    return Explanation(diagnosis, example, cut_short)


def diagnose(
    problem: Problem,
    bank: Bank,
    outcomes: Sequence[Outcome],
    *,
    standard: Standard,
    run_one: Callable[[Call], RunResult],
) -> tuple[Diagnosis, ...]:
    """Return what the fault is: digits lost, mistakes that match, or something that is kept between calls.

    Parameters
    ----------
    outcomes
        Of all cases of the bank, in its order.
    run_one
        Runs the submission, in the sandbox, on one call.
    """
    if not any(o.verdict in (Verdict.WA, Verdict.RTE) for o in outcomes):
        return ()
    groups = problem.spec.groups
    # Each of these explains every failure or is not told. Advice is not counted: it is told of no failure.
    failing = sum(not o.right and not groups[o.case.group].advisory for o in outcomes)
    found = _measured(problem, outcomes, run_one, failing)
    named = _named(problem, bank, outcomes, standard, failing)
    if not found and not named:
        kept = depends_on_history(outcomes, groups, standard, run_one)
        found = [] if kept is None else [kept]
    return (*found, *named)


def _measured(
    problem: Problem, outcomes: Sequence[Outcome], run_one: Callable[[Call], RunResult], failing: int
) -> list[Diagnosis]:
    if problem.spec.comparison.kind != "derived":
        return []
    reference = bound(problem.reference, problem.longest_call_s)
    lost = lost_digits(outcomes, problem.spec.groups, reference, run_one)
    if lost is None:
        return []
    name = "unstable" if lost.unstable else "low_precision"
    return [Diagnosis(mistake=name, matched=failing, compared=failing, message=lost.sentence)]


def _named(
    problem: Problem, bank: Bank, outcomes: Sequence[Outcome], standard: Standard, failing: int
) -> list[Diagnosis]:
    if not problem.mistakes:
        return []
    table = open_mistakes(problem, bank)
    mistakes = {name: table.answers(name) for name in table.names}
    answers = [_answer(o) for o in outcomes]
    known = {m.name: m for m in problem.mistakes}
    return [
        Diagnosis(
            mistake=match.mistake,
            matched=failing,
            compared=failing,
            message=_words(known[match.mistake]),
            hint=known[match.mistake].hint,
        )
        for match in matching(bank.cases, answers, mistakes, standard.rule, standard.compare)[:MAX_NAMES]
    ]


def _words(mistake: Mistake) -> str:
    return f"{mistake.title}. {mistake.message}" if mistake.message else mistake.title


def _answer(outcome: Outcome) -> Answer | None:
    run = outcome.run
    if run.status == Status.RETURNED:
        return Answer(run.values)
    if run.status == Status.RAISED and run.raised is not None and not run.at_import:
        return Answer(None, raised=run.raised.builtin, said=run.raised.message)
    return None
