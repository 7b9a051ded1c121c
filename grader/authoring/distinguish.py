"""Search for an input on which a mutant differs from the reference, with the problem's own strategies.

All mutants share a budget of draws. Each drawn case gets its want and tolerance once, and is then run on
every mutant that is not killed yet. A difference within the tolerance of the case does not count. The first
case that kills a mutant is then shrunk, like a learner's counterexample.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.authoring.mutate import Mutant
from grader.authoring.sandboxes import Isolation, Sandboxes, Trial
from grader.bank.build import CaseMaker
from grader.bank.draw import drawing
from grader.bank.model import BankCase
from grader.errors import ProblemError
from grader.explain.shrink import smallest
from grader.problem.case import AnyCase
from grader.problem.folder import Problem
from grader.runner.status import Limits

SEED = 1
"""Of the draws: not the one whose cases are in the bank."""
DRAWS = 400
SHRINK_CALLS = 120
_WALL_S = 60.0


@dataclass(frozen=True, slots=True, eq=False)
class Distinguished:
    """A case on which a mutant gives another answer than the reference; it has a group and no name."""

    mutant: Mutant
    case: AnyCase


def draw(problem: Problem, draws: int) -> tuple[dict[str, AnyCase], list[BankCase]]:
    """Return about so many new cases: as they were drawn, by name, and as they are judged.

    Every group with a strategy that decides the verdict gets an equal share.
    """
    groups = [name for name, g in problem.spec.groups.items() if g.generated and not g.advisory]
    if not groups or draws <= 0:
        return {}, []
    share = -(-draws // len(groups))
    maker = CaseMaker(problem)
    plain: dict[str, AnyCase] = {}
    made: list[BankCase] = []

    def admitted(name: str, case: AnyCase) -> BankCase | None:
        ready = maker.admitted(name, case)
        if ready is not None:
            plain[name] = case
        return ready

    with drawing(problem, SEED, dict.fromkeys(groups, share)) as draws_:
        for group in groups:
            made += draws_.take(group, share, admitted)
    return plain, made


def tell_apart(
    problem: Problem,
    mutants: Sequence[Mutant],
    *,
    draws: int,
    limits: Limits,
    isolation: Isolation,
    workers: int,
) -> dict[tuple[str, str, int], Distinguished]:
    """Return, by the mutants' keys, a small case for each mutant that the drawn cases kill."""
    if not mutants:
        return {}
    plain, made = draw(problem, draws)
    found: dict[tuple[str, str, int], Distinguished] = {}
    with Sandboxes(problem, made, limits, isolation=isolation, workers=workers) as sandboxes:
        trials = [Trial(m.source.encode(), enough=lambda outcome: not outcome.right) for m in mutants]
        for mutant, tried in zip(mutants, sandboxes.try_all(trials), strict=True):
            if tried.failures:
                name = tried.failures[0].case.name
                case = _smaller(problem, sandboxes, mutant, name, plain[name])
                found[mutant.key] = Distinguished(mutant, case)
    return found


def differs(sandboxes: Sandboxes, mutant: Mutant, case: AnyCase) -> bool:
    """Tell whether a case is admitted and the mutant gets it wrong."""
    try:
        made = CaseMaker(sandboxes.problem).admitted("candidate", case)
    except ProblemError:
        return False
    if made is None:
        return False
    return not sandboxes.judge(made, sandboxes.run_one(mutant.source.encode(), case)).right


def _smaller(problem: Problem, sandboxes: Sandboxes, mutant: Mutant, name: str, case: AnyCase) -> AnyCase:
    try:
        found = smallest(
            problem,
            case.group,
            SEED,
            lambda candidate: differs(sandboxes, mutant, candidate),
            calls=SHRINK_CALLS,
            wall_s=_WALL_S,
            first=[name],
        )
    except ProblemError:
        return case
    return case if found is None else found.case


def greedy(sandboxes: Sandboxes, distinguished: Sequence[Distinguished]) -> Iterator[tuple[Mutant, AnyCase]]:
    """Yield cases, each with the mutant that it is for, so that one of them kills each mutant."""
    chosen: list[AnyCase] = []
    for one in distinguished:
        if not any(differs(sandboxes, one.mutant, case) for case in chosen):
            chosen.append(one.case)
            yield one.mutant, one.case
