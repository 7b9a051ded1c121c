"""What is worth knowing of a submission and costs no points."""

from collections.abc import Callable, Iterator, Sequence

from grader.judge.agreement import nondeterministic
from grader.outcomes.aside import Aside
from grader.outcomes.outcome import Outcome
from grader.problem.folder import Problem
from grader.result import Note
from grader.runner.status import Usage


def notes(
    problem: Problem,
    outcomes: Sequence[Outcome],
    usage: Usage,
    *,
    isolation: str,
    repeats: Callable[[], list[list[tuple[int, int]]] | None],
    cut_short: str | None,
    aside: Aside,
) -> Iterator[Note]:
    """Yield the notes on a graded submission, those on what failed last.

    Parameters
    ----------
    outcomes, usage
        What its run gave.
    isolation
        How it was kept apart.
    repeats
        Gives the equal calls among all cases, from `grader.judge.agreement.repeats`; None to look for them
        among the outcomes, where these are not of all cases.
    cut_short
        Why a search for an explanation ended early, if one did.
    aside
        Keeps what fails, here and before.
    """
    if isolation == "process":
        yield Note(
            code="isolation_process",
            message="graded without the kernel's isolation: files, network and other processes were "
            "within reach of the submission",
        )
    yield from aside.attempt("comparing names", lambda: [*_parameter_names(problem, usage)], ())
    yield from aside.attempt("looking for changed arguments", lambda: [*_in_place(problem, outcomes)], ())
    if aside.attempt("comparing equal calls", lambda: nondeterministic(outcomes, repeats()), otherwise=False):
        yield Note(
            code="nondeterministic",
            message="gave different answers to the same call within one run: are random numbers, the "
            "time, uninitialised memory (`np.empty`) or something remembered used?",
        )
    if cut_short:
        yield Note(code="search_cut_short", message=cut_short)
    yield from aside.notes


def _in_place(problem: Problem, outcomes: Sequence[Outcome]) -> Iterator[Note]:
    changed = sorted({_argument_name(o, s, a) for o in outcomes for s, a in o.run.changed})
    if changed and problem.spec.in_place == "warn":
        yield Note(
            code="in_place",
            message=f"changes its argument{'s' * (len(changed) > 1)} {', '.join(changed)} in place: "
            "a caller still needs them; work on a copy",
        )


def _parameter_names(problem: Problem, usage: Usage) -> Iterator[Note]:
    wanted = tuple(p.name for p in problem.signature.parameters)
    claimed = usage.parameters
    if claimed is not None and claimed[: len(wanted)] != wanted:
        yield Note(
            code="parameter_names",
            message=f"the parameters are called ({', '.join(claimed)[:200]}); the starter calls them "
            f"({', '.join(wanted)}), and callers may pass them by name",
        )


def _argument_name(outcome: Outcome, step: int, argument: int) -> str:
    steps = outcome.case.steps
    names = list(steps[step]) if 0 <= step < len(steps) else []
    return names[argument] if 0 <= argument < len(names) else "?"
