"""Equal calls should get equal answers."""

import hashlib
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from grader.bank.model import BankCase
from grader.comparator.close import parts_of
from grader.comparator.values import Array, row_of
from grader.outcomes.outcome import Outcome
from grader.runner.status import Status
from grader.runner.wire import encode_value

# A sum may be taken in another order when an array lies elsewhere in memory: a few units in the last
# place are not a changing mind.
_ULPS = 8


def repeats(cases: Sequence[BankCase]) -> list[list[tuple[int, int]]]:
    """Return the calls that are made more than once, each as its places: (index of the case, step).

    They are known before any submission: to look for them in each took 6 of 14 ms (163 cases, measured).
    """
    places: dict[bytes, list[tuple[int, int]]] = {}
    for index, case in enumerate(cases):
        for step, arguments in enumerate(case.call.steps):
            key = hashlib.sha256(encode_value(arguments)).digest()
            places.setdefault(key, []).append((index, step))
    return [same for same in places.values() if len(same) > 1]


def nondeterministic(
    outcomes: Sequence[Outcome], repeated: Sequence[Sequence[tuple[int, int]]] | None = None
) -> bool:
    """Return whether equal calls, answered rightly each time, were answered unequally.

    (If one of the answers is wrong, that is a wrong answer and needs no warning.) `repeated` is what
    `repeats` says of the outcomes' cases, where it is known.
    """
    if repeated is None:
        repeated = repeats([outcome.case for outcome in outcomes])
    for places in repeated:
        answers = [
            outcomes[index].run.values[step]
            for index, step in places
            if _answered(outcomes[index]) and step < len(outcomes[index].run.values)
        ]
        if not all(map(_same, answers, answers[1:])):
            return True
    return False


def _answered(outcome: Outcome) -> bool:
    return outcome.run.status == Status.RETURNED and outcome.right


def _same(a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return {type(a), type(b)} == {list, tuple} and _same(list(a), list(b))
    if isinstance(a, np.ndarray):
        return a.shape == b.shape and a.dtype == b.dtype and all(map(_same_numbers, parts_of(a), parts_of(b)))
    if isinstance(a, list | tuple):
        if len(a) != len(b):
            return False
        one, other = row_of(a), row_of(b)
        if one is not None and other is not None:
            # Each number stands for itself here: the largest of an array says nothing about its neighbours.
            return one.dtype == other.dtype and _same_numbers(one, other, alone=True)
        return all(map(_same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(_same(a[key], b[key]) for key in a)
    if isinstance(a, float):
        near = abs(a - b) <= _ULPS * sys.float_info.epsilon * abs(a)
        return bool(a == b or (a != a and b != b) or near)
    if isinstance(a, complex):
        return _same(a.real, b.real) and _same(a.imag, b.imag)
    return bool(a == b)


def _same_numbers(a: Array, b: Array, *, alone: bool = False) -> bool:
    """Compare real arrays of one shape and dtype; floats beside the largest of all, or each `alone`."""
    if a.dtype.kind != "f":
        return bool(np.array_equal(a, b))
    with np.errstate(all="ignore"):
        scale = np.abs(a) if alone else np.max(np.abs(a[np.isfinite(a)]), initial=0.0)
        close = np.abs(a - b) <= _ULPS * np.finfo(a.dtype).eps * scale
    return bool(np.all(close | (a == b) | (np.isnan(a) & np.isnan(b))))
