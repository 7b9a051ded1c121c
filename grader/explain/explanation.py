"""Why it is wrong: the named mistake, the digits lost, and the smallest input that shows the failure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from grader.bank.mistakes import open_mistakes
from grader.bank.model import Bank
from grader.explain.allowance import Allowance, OutOfTimeError
from grader.explain.call_order import depends_on_history
from grader.explain.counterexample import Search
from grader.explain.diagnosis import Answer, Answered, matching
from grader.explain.numerics import lost_digits
from grader.outcomes.aside import Aside
from grader.outcomes.outcome import Outcome, Standard
from grader.problem.bound import bound
from grader.problem.code import Mistake
from grader.problem.folder import Problem
from grader.result import Counterexample, Diagnosis, Verdict
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call

MAX_NAMES = 3
Made = TypeVar("Made")


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
    allowance: Allowance,
    show: bool,
    aside: Aside,
) -> Explanation:
    """Return what explains the failures in `outcomes`, as far as the allowance goes.

    Parameters
    ----------
    outcomes
        Of all cases of the bank, in its order.
    allowance
        Runs the submission, in the sandbox, on one call.
    show
        Whether generated cases may be shown to the learner.
    aside
        Keeps what fails.
    """
    out_of_time: list[str] = []
    diagnosis = diagnose(
        problem,
        bank,
        outcomes,
        standard=standard,
        run_one=allowance.run,
        check=allowance.check,
        out_of_time=out_of_time,
        aside=aside,
    )
    if not show or any(not o.right for o in outcomes if o.case.visibility == "sample"):
        return Explanation(diagnosis, None, _stopped(out_of_time))

    def smallest() -> tuple[Counterexample | None, str | None]:
        search = Search(problem, bank, standard, allowance.run)
        found = search.smallest(outcomes)
        if search.stopped:
            out_of_time.append(search.stopped)
        return found

    example, cut_short = aside.attempt("the search for a smaller failing input", smallest, (None, None))
    return Explanation(diagnosis, example, cut_short or _stopped(out_of_time))


def _stopped(out_of_time: Sequence[str]) -> str | None:
    return f"the search for an explanation was stopped: {out_of_time[0]}" if out_of_time else None


def diagnose(
    problem: Problem,
    bank: Bank,
    outcomes: Sequence[Outcome],
    *,
    standard: Standard,
    run_one: Callable[[Call], RunResult],
    check: Callable[[], None] = lambda: None,
    out_of_time: list[str] | None = None,
    aside: Aside | None = None,
) -> tuple[Diagnosis, ...]:
    """Return what the fault is: digits lost, mistakes that match, or something that is kept between calls.

    Parameters
    ----------
    outcomes
        Of all cases of the bank, in its order.
    run_one
        Runs the submission, in the sandbox, on one call.
    check
        Raises `OutOfTimeError` once the time is over; called before each mistake is run on a case.
    out_of_time
        Is given why, where one of these raised `OutOfTimeError`; the other parts are looked for all the same.
    aside
        Keeps what fails; without it an exception is let out.
    """
    aside = aside or Aside(raising=True)
    stopped = [] if out_of_time is None else out_of_time

    def in_time(make: Callable[[], Made], otherwise: Made) -> Callable[[], Made]:
        def made() -> Made:
            try:
                return make()
            except OutOfTimeError as error:
                stopped.append(str(error))
                return otherwise

        return made

    if not any(o.verdict in (Verdict.WA, Verdict.RTE) for o in outcomes):
        return ()
    groups = problem.spec.groups
    # Each of these explains every failure or is not told. Advice is not counted: it is told of no failure.
    failing = sum(not o.right and not groups[o.case.group].advisory for o in outcomes)
    none: Sequence[Diagnosis] = ()
    found = aside.attempt(
        "measuring lost digits", in_time(lambda: _measured(problem, outcomes, run_one, failing), none), none
    )
    named = aside.attempt(
        "the search for a known mistake",
        in_time(lambda: _named(problem, bank, outcomes, standard, failing=failing, check=check), none),
        none,
    )
    if not found and not named:
        kept = aside.attempt(
            "the search for something kept between calls",
            in_time(lambda: depends_on_history(outcomes, groups, standard, run_one), None),
            None,
        )
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
    problem: Problem,
    bank: Bank,
    outcomes: Sequence[Outcome],
    standard: Standard,
    *,
    failing: int,
    check: Callable[[], None],
) -> list[Diagnosis]:
    if not problem.mistakes:
        return []
    table = open_mistakes(problem, bank)
    mistakes = {name: _checked(table.answers(name), check) for name in table.names}
    answers = [_answer(o) for o in outcomes]
    known = {m.name: m for m in problem.mistakes}
    asked = None if standard.compare is None else standard.asked
    return [
        Diagnosis(
            mistake=match.mistake,
            matched=failing,
            compared=failing,
            message=_words(known[match.mistake]),
            hint=known[match.mistake].hint,
        )
        for match in matching(bank.cases, answers, mistakes, standard.rule, asked)[:MAX_NAMES]
    ]


def _checked(
    answers: Callable[[int], Answered | None], check: Callable[[], None]
) -> Callable[[int], Answered | None]:
    def answer(index: int) -> Answered | None:
        check()
        return answers(index)

    return answer


def _words(mistake: Mistake) -> str:
    return f"{mistake.title}. {mistake.message}" if mistake.message else mistake.title


def _answer(outcome: Outcome) -> Answer | None:
    run = outcome.run
    if run.status == Status.RETURNED:
        return Answer(run.values)
    if run.status == Status.RAISED and run.raised is not None and not run.at_import:
        return Answer(None, raised=run.raised.builtin, said=run.raised.message)
    return None
