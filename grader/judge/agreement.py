"""Equal calls should get equal answers."""

import sys
from collections.abc import Sequence

import numpy as np

from grader.bank.model import BankCase
from grader.runner.status import Status
from grader.verdict.outcome import Outcome

# A sum may be taken in another order when an array lies elsewhere in memory: a few units in the last
# place are not a changing mind.
_ULPS = 8


def repeats(cases: Sequence[BankCase]) -> list[list[tuple[int, int]]]:
    """Return the calls that are made more than once, each as its places: (index of the case, step).

    They are known before any submission: to look for them in each took 6 of 14 ms (163 cases, measured).
    """
    places: dict[tuple[object, ...], list[tuple[int, int]]] = {}
    for index, case in enumerate(cases):
        for step, arguments in enumerate(case.call.steps):
            places.setdefault(tuple(map(_key, arguments)), []).append((index, step))
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


def _key(argument: object) -> object:
    array = getattr(argument, "array", argument)
    if isinstance(array, np.ndarray):
        order = getattr(argument, "order", "C")
        return (array.dtype.str, array.shape, order, array.tobytes())
    return (type(argument).__name__, repr(argument))


def _same(a: object, b: object) -> bool:
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        if a.shape != b.shape or a.dtype != b.dtype:
            return False
        if a.dtype.kind not in "fc":
            return bool(np.array_equal(a, b))
        with np.errstate(all="ignore"):
            scale = np.max(np.abs(a[np.isfinite(a)]), initial=0.0)
            close = np.abs(a - b) <= _ULPS * np.finfo(a.dtype).eps * scale
        return bool(np.all(close | (a == b) | (np.isnan(a) & np.isnan(b))))
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, float) and isinstance(b, float):
        return a == b or (a != a and b != b) or abs(a - b) <= _ULPS * sys.float_info.epsilon * abs(a)
    return type(a) is type(b) and bool(a == b)
