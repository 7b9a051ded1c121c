"""What each named mistake answers to each case of a bank, run when it is asked for.

A mistake is run as a submission is: the cases in the order of the bank, in layouts, with arrays that are
refilled and results that are overwritten, from a run of its file of its own. So one that keeps a state
answers as a submission with that state would. A submission departs from most mistakes within a few cases,
so what is never asked for is never run; nothing of this is kept on disk (for 162 mistakes and as many cases
it would be 74 MB, and reading it back would take longer than running what is needed).

One that does not end on a case, or would end the program, answers nothing from there on.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from typing import Any

from grader.bank.build import quiet
from grader.bank.model import Bank, BankCase
from grader.comparator.derived import spread
from grader.comparator.values import copied
from grader.problem.bound import Stopped, bound, bounded
from grader.problem.folder import Problem
from grader.runner.arguments import overwrite_result, prepare, refill
from grader.runner.wire import decode_call, decode_value, encode_call, encode_reply

MAX_CALL_BYTES = 2**20
"""Of the arguments of a case; on larger ones mistakes are not run."""
MAX_OUTPUT_BYTES = 2**16
"""Of the results of a case; larger ones are not kept."""

# Encoded results, or the class and the text of what was raised; None where it is too large to be kept.
_Ran = list[bytes] | tuple[str, str] | None


class Output:
    """What a mistake does on one case.

    Attributes
    ----------
    values : tuple or None
        One value a step, None if it raises.
    raised : str or None
        The built-in class of what it raises.
    said : str
        The text of what it raises.
    """

    def __init__(
        self, values: tuple[Any, ...] | None, raised: str | None, said: str, spreads: Callable[[], Any]
    ) -> None:
        self.values = values
        self.raised = raised
        self.said = said
        self._make_spreads = spreads

    @cached_property
    def spreads(self) -> tuple[Any, ...] | None:
        """How far rounding moves the values, one structure a step; None if that can't be told."""
        return None if self.values is None else self._make_spreads()


class MistakeTable:
    """Every mistake's outputs, by the mistake's name and the index of the case in the bank."""

    def __init__(self, problem: Problem, bank: Bank) -> None:
        self.names: tuple[str, ...] = tuple(mistake.name for mistake in problem.mistakes)
        self._problem = problem
        self._cases = bank.cases
        self._calls = [encode_call(case.call) for case in bank.cases]
        self._functions: dict[str, Callable[..., Any]] = {}
        self._stopped: set[str] = set()
        self._stored: dict[str, list[list[bytes] | tuple[str, str] | None]] = {
            name: [] for name in self.names
        }

    def answers(self, name: str) -> Callable[[int], Output | None]:
        """Return what gives a mistake's output for the index of a case."""
        return partial(self.output, name)

    def output(self, name: str, index: int) -> Output | None:
        """Return a mistake's output on one case, None if it is too large, or there is none."""
        stored = self._stored[name]
        while len(stored) <= index:
            stored.append(self._ran(name, self._calls[len(stored)]))
        found = stored[index]
        if found is None:
            return None
        if isinstance(found, tuple):
            return Output(None, *found, lambda: None)
        return Output(
            tuple(map(decode_value, found)), None, "", partial(self._spreads, name, self._cases[index])
        )

    def _ran(self, name: str, call: bytes) -> _Ran:
        if name in self._stopped or len(call) > MAX_CALL_BYTES:
            return None
        try:
            return _run(bound(self._function(name), self._problem.longest_call_s), call)
        except Stopped:
            self._stopped.add(name)
            return None

    def _function(self, name: str) -> Callable[..., Any]:
        if name not in self._functions:
            self._functions[name] = self._problem.fresh_mistake(name)
        return self._functions[name]

    def _spreads(self, name: str, case: BankCase) -> tuple[Any, ...] | None:
        function = next(m.function for m in self._problem.mistakes if m.name == name)
        try:
            with quiet(), bounded(self._problem.longest_call_s):
                return tuple(spread(function, [copied(a) for a in args.values()]) for args in case.steps)
        except Exception:  # noqa: BLE001 - a mistake may fail in any way, and then has no spread
            return None


@lru_cache(maxsize=2)
def open_mistakes(problem: Problem, bank: Bank) -> MistakeTable:
    """Return the table of a problem's mistakes for a bank; the same one as long as both are the same."""
    return MistakeTable(problem, bank)


def _run(function: Callable[..., Any], call: bytes) -> _Ran:
    """Return the encoded results of one call, or the built-in class and the text of what was raised.

    The call comes encoded, so that its arrays are this run's own: they are refilled, and may be written to.
    """
    prepared = prepare(decode_call(call))
    results: list[bytes] = []
    values: list[Any] = []
    try:
        with quiet():
            for step, arguments in enumerate(prepared.steps):
                if step:
                    refill(prepared.refills[step])
                value = function(*arguments)
                if prepared.overwrite_results and len(prepared.steps) > 1:
                    results.append(encode_reply(value))
                    overwrite_result(value)
                else:
                    values.append(value)
    except Stopped:
        raise
    except Exception as error:  # noqa: BLE001 - what it raises is what is asked
        builtin = next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")
        return builtin, str(error)
    results += map(encode_reply, values)
    return results if sum(map(len, results)) <= MAX_OUTPUT_BYTES else None
