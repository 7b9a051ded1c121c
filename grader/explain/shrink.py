"""The smallest failing input, by Hypothesis, and an input as code that can be pasted.

The search runs in the interpreter that draws generated cases and starts from the same seeds, so it meets
the cases of the bank and gives the same answer each time. Every candidate comes here to be judged; the
budget counts these questions, so that the answer does not depend on how busy the machine is.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.bank.code import code_for
from grader.bank.draw import candidates_of, case_of, seed_prefix
from grader.bank.interpreter import interpreter
from grader.errors import ProblemError
from grader.problem.case import AnyCase
from grader.problem.faults import fault
from grader.problem.folder import Problem

__all__ = ["Shrunk", "code_for", "smallest"]


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The smallest interesting case that was met, after how many questions.

    `cut_short` says why the search ended before its budget did, empty if it did not.
    """

    case: AnyCase
    calls: int
    cut_short: str = ""


def smallest(
    problem: Problem,
    group: str,
    seed: int,
    is_interesting: Callable[[AnyCase], bool],
    *,
    calls: int = 400,
    wall_s: float = 20.0,
    first: Sequence[str] = (),
    clock: Callable[[], float] = time.monotonic,
) -> Shrunk | None:
    """Search a group's strategy for the smallest case that is interesting.

    Parameters
    ----------
    problem, group, seed
        What the case is drawn from; the bank's seed leads to the bank's cases.
    is_interesting
        Asked of each new candidate, never twice of the same; it has the group and no name.
    calls
        How often it is asked at most.
    wall_s
        After that long no more candidates are tried. Only a backstop: what is found may then depend on
        the machine.
    first
        Names of generated cases of the bank to begin with.
    clock
        Seconds.

    Returns
    -------
    Shrunk or None
        None if nothing is interesting, or if the strategy says ``shrink = False``.

    Raises
    ------
    ProblemError
        The strategy fails.
    """
    count = problem.spec.groups[group].generated
    begin = [int(name.rpartition("-g")[2]) - 1 for name in first]
    indices = list(dict.fromkeys([*begin, *range(candidates_of(count))]))
    request = {
        "mode": "search",
        "groups": [
            {"name": group, "seed": seed_prefix(problem, seed, group), "indices": indices, "calls": calls}
        ],
    }
    deadline = clock() + wall_s
    asked = 0
    cut_short = ""
    with interpreter(problem, request) as running:
        while (message := running.receive()).kind == "try":
            if clock() >= deadline:
                cut_short = f"the search for a smaller input stopped after {wall_s:g} s"
                running.answer(None)
                continue
            asked += 1
            case, wrong = case_of(problem, message)
            running.answer(not wrong and bool(is_interesting(case)))
        running.answer(None)
    if message.kind == "fault":
        raise ProblemError(fault(problem.place / "strategies.py", message.group, message.text))
    if message.kind != "found":
        return None
    case, _ = case_of(problem, message)
    return Shrunk(case, asked, cut_short)
