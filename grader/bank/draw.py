"""Generated cases: drawn by Hypothesis from the problem's strategies, the same for the same seed.

Each candidate is drawn from a seed of its own, made of the bank's seed, the problem, the group and the
candidate's index. So a case depends on nothing that was drawn before it, and a search that starts from the
same seed meets the same case (`grader.explain.shrink`).
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from grader.bank.calls import call_of, laid_back
from grader.bank.interpreter import DrawInterpreter, Message, interpreter
from grader.problem.arguments import argument_faults
from grader.problem.case import AnyCase, Case, Seq
from grader.problem.faults import fault
from grader.problem.folder import Problem
from grader.runner.wire import decode_value, encode_call

Made = TypeVar("Made")


class Draws:
    """Candidates that arrive group by group, in the order in which they were asked for."""

    def __init__(self, problem: Problem, running: DrawInterpreter | None) -> None:
        self._problem = problem
        self._running = running
        self.faults: list[str] = []

    def take(self, group: str, count: int, make: Callable[[str, AnyCase], Made | None]) -> list[Made]:
        """Return the first `count` things that `make` makes of a group's distinct candidates.

        `make` gets the name that the case would have, and returns None for a case that is not admitted.
        What is wrong with the strategy, too few candidates included, is added to `faults`.
        """
        assert self._running is not None
        self._running.group = group
        made: list[Made] = []
        seen: set[bytes] = set()
        wrong = ""
        message = self._running.receive()
        while message.kind == "case" and len(made) < count and not wrong:
            case, wrong = case_of(self._problem, message)
            digest = (
                b"" if wrong else hashlib.sha256(encode_call(call_of(case, self._problem.signature))).digest()
            )
            if not wrong and digest not in seen:
                seen.add(digest)
                one = make(f"{group}-g{message.index + 1:03d}", case)
                made += [] if one is None else [one]
            if len(made) < count and not wrong:
                message = self._running.receive()
        self._running.answer(None)
        while message.kind == "case":
            message = self._running.receive()
        if message.kind == "fault":
            wrong = message.text
        elif len(made) < count and not wrong:
            wrong = (
                f"gives {len(made)} of {count} cases: of {candidates_of(count):,} draws {len(seen)} are "
                f"distinct, and {len(seen) - len(made)} of these are not admitted; draw from a wider or a "
                "tamer domain"
            )
        line = fault(self._problem.place / "strategies.py", message.group, wrong)
        if wrong and line not in self.faults:
            self.faults.append(line)
        return made


@contextmanager
def drawing(problem: Problem, seed: int, wanted: Mapping[str, int]) -> Iterator[Draws]:
    """Start drawing for each group of `wanted`; take them in this order."""
    groups = [
        {"name": name, "seed": seed_prefix(problem, seed, name), "indices": candidates_of(count)}
        for name, count in wanted.items()
        if count
    ]
    if not groups:
        yield Draws(problem, None)
        return
    with interpreter(problem, {"mode": "draw", "groups": groups}) as running:
        yield Draws(problem, running)


def candidates_of(count: int) -> int:
    """Return how many candidates are drawn at most for `count` cases."""
    return 10 * count + 100


def seed_prefix(problem: Problem, seed: int, group: str) -> str:
    """Return the text that, with a candidate's index, is hashed to the seed of its draw."""
    return f"{seed} {problem.slug} {group}"


def case_of(problem: Problem, message: Message) -> tuple[AnyCase, str]:
    """Return a drawn case, nameless, and what is wrong with it, empty if nothing is."""
    calls, reuse, overwrite_results, why = decode_value(message.value)
    steps = [laid_back(args) for args in calls]
    why = " ".join((why or message.text).split())
    case: AnyCase = Seq(
        group=message.group, calls=steps, reuse=reuse, overwrite_results=overwrite_results, why=why
    )
    if len(steps) == 1 and not reuse and not overwrite_results:
        case = Case(group=message.group, args=steps[0], why=why)
    if not steps:
        return case, "draws an empty sequence; draw at least one call"
    wrong = next((w for args in steps for w in argument_faults(args, None, problem.signature)), "")
    return case, f"draws a case with a fault: {wrong}" if wrong else ""
