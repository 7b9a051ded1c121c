"""Equal calls should get equal answers."""

import sys
from collections.abc import Sequence

import numpy as np

from grader.judge.outcome import Outcome
from grader.runner.status import Status

# A sum may be taken in another order when an array lies elsewhere in memory: a few units in the last
# place are not a changing mind.
_ULPS = 8


def nondeterministic(outcomes: Sequence[Outcome]) -> bool:
    """Return whether equal calls, answered rightly each time, were answered unequally.

    (If one of the answers is wrong, that is a wrong answer and needs no warning.)
    """
    seen: dict[tuple[object, ...], object] = {}
    for outcome in outcomes:
        if outcome.run.status != Status.RETURNED or not outcome.right:
            continue
        for step, got in zip(outcome.case.call.steps, outcome.run.values, strict=False):
            key = tuple(_key(argument) for argument in step)
            if key in seen and not _same(seen[key], got):
                return True
            seen[key] = got
    return False


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
