"""What each named mistake answers to each case of a bank: computed at the first wrong submission, cached.

A mistake is run as a submission is: all cases in the order of the bank, in layouts, with arrays that are
refilled and results that are overwritten, from a fresh run of `mistakes.py`. So one that keeps a state
answers as a submission with that state would. Spreads take several runs each and are needed of few cases:
each is computed when it is asked for.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from grader.bank.build import quiet
from grader.bank.cache import bank_key, path_of, through_cache
from grader.bank.model import Bank, BankCase
from grader.comparator.derived import spread
from grader.comparator.values import copied
from grader.problem.folder import Problem
from grader.runner.arguments import prepare, refill, spoil
from grader.runner.wire import Call, decode_call, decode_value, encode_call, encode_reply

MAX_CALL_BYTES = 2**20
"""Of the arguments of a case; on larger ones mistakes are not run."""
MAX_OUTPUT_BYTES = 2**16
"""Of the results of a case; larger ones are not kept."""


@dataclass(frozen=True, eq=False)
class Output:
    """What a mistake does on one case: one value a step, or the built-in class of what it raises."""

    values: tuple[Any, ...] | None
    raised: str | None = None
    _spreads: Callable[[], tuple[Any, ...] | None] = field(default=lambda: None, repr=False)

    @cached_property
    def spreads(self) -> tuple[Any, ...] | None:
        """How far rounding moves the values, one structure a step; None if that can't be told."""
        return self._spreads()


@dataclass(frozen=True, eq=False)
class MistakeTable:
    """Every mistake's outputs, by the mistake's name and the index of the case in the bank."""

    names: tuple[str, ...]
    _outputs: Mapping[str, Sequence[Any]]
    _functions: Callable[[], Mapping[str, Callable[..., Any]]]
    _cases: tuple[BankCase, ...]
    _decoded: dict[tuple[str, int], Output] = field(default_factory=dict)

    def output(self, name: str, index: int) -> Output | None:
        """Return a mistake's output on one case, None if it is not kept."""
        stored = self._outputs[name][index]
        if stored is None:
            return None
        if isinstance(stored, str):
            return Output(None, stored)
        if (name, index) not in self._decoded:
            values = tuple(decode_value(part) for part in stored)
            self._decoded[name, index] = Output(values, None, lambda: self._spread(name, index))
        return self._decoded[name, index]

    def answers(self, name: str) -> Callable[[int], Output | None]:
        """Return what gives a mistake's output for the index of a case."""
        return partial(self.output, name)

    def _spread(self, name: str, index: int) -> tuple[Any, ...] | None:
        function = self._functions()[name]
        try:
            with quiet():
                return tuple(
                    spread(function, [copied(arg) for arg in args.values()])
                    for args in self._cases[index].steps
                )
        except Exception:  # noqa: BLE001 - a mistake may fail in any way, and then has no spread
            return None


def open_mistakes(problem: Problem, bank: Bank, *, cache_dir: Path | None = None) -> MistakeTable:
    """Return the table of a problem's mistakes for a bank, from the cache if it is there."""
    key = hashlib.sha256(f"mistakes {bank_key(problem, bank.seed)} {bank.digest}".encode()).hexdigest()
    outputs: dict[str, list[Any]] = through_cache(
        path_of(problem, key, ".mistakes", cache_dir),
        key,
        lambda value: _checked(value, bank),
        lambda: _outputs(problem, bank),
        lambda made: made,
    )
    return MistakeTable(
        tuple(outputs),
        outputs,
        lambda: {mistake.name: mistake.function for mistake in problem.mistakes},
        bank.cases,
    )


def _checked(value: Any, bank: Bank) -> dict[str, list[Any]]:
    if not all(len(outputs) == len(bank.cases) for outputs in value.values()):
        raise ValueError("another number of cases")
    return dict(value)


def _outputs(problem: Problem, bank: Bank) -> dict[str, list[Any]]:
    # Each mistake gets arguments of its own, as a submission does: some write into them.
    calls = [encode_call(case.call) for case in bank.cases]
    outputs: dict[str, list[Any]] = {}
    with quiet():
        for mistake in problem.fresh_mistakes():
            outputs[mistake.name] = [
                _run(mistake.function, decode_call(call)) if len(call) <= MAX_CALL_BYTES else None
                for call in calls
            ]
    return outputs


def _run(function: Callable[..., Any], call: Call) -> list[bytes] | str | None:
    """Return the encoded results of one case, or the name of the built-in class that was raised."""
    prepared = prepare(call)
    results: list[bytes] = []
    values: list[Any] = []
    try:
        for step, arguments in enumerate(prepared.steps):
            if step:
                refill(prepared.refills[step])
            value = function(*arguments)
            if prepared.spoil and len(prepared.steps) > 1:
                results.append(encode_reply(value))
                spoil(value)
            else:
                values.append(value)
    except Exception as error:  # noqa: BLE001 - what it raises is what is asked
        return next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")
    results += map(encode_reply, values)
    return results if sum(map(len, results)) <= MAX_OUTPUT_BYTES else None
