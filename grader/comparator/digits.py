"""How many decimal digits a result has, and how many it lost: measured from got and want."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from grader.comparator.close import QUIET, differences, parts_of
from grader.comparator.values import Array, leaves
from grader.precision import ATTAINABLE, DOUBLE_DIGITS, DOUBLE_UNIT


def digits_lost(got: Any, want: Any, tolerance: Any) -> int:
    """Return how many of a float64's 16 digits `got` lost beyond what the problem itself costs.

    The error of the worst element, over the error that can be attained there: a derived tolerance is what
    the reference loses with 42 bits in place of 53, so 2^-11 of it is what it loses with all of them, and
    never less than half a unit in the last place of the want. 0 for a result as good as can be had, 16 for
    one with no digit right. `got` has the structure, shapes and types of `want`; parts that are judged
    exactly don't count.
    """
    worst = 0.0
    for g, w, t in _float_parts(got, want, tolerance):
        if t is None:
            continue
        error = _errors(g, w)
        attainable = np.maximum(t * ATTAINABLE, np.abs(w) * DOUBLE_UNIT)
        attainable = np.where(attainable > 0, attainable, np.finfo(np.float64).tiny)
        worst = max(worst, float(np.max(error / attainable, initial=0.0)))
    return _digits(worst)


def digits_right(got: Any, want: Any) -> int:
    """Return to how many digits `got` agrees with `want`, beside the largest number in each part."""
    worst = 0.0
    for g, w, _ in _float_parts(got, want, None):
        scale = float(np.max(np.abs(w), where=np.isfinite(w), initial=0.0)) or 1.0
        worst = max(worst, float(np.max(_errors(g, w), initial=0.0)) / scale)
    return _digits(1 / worst) if worst > 0 else DOUBLE_DIGITS


def _digits(ratio: float) -> int:
    """Return the whole digits that a ratio of sizes spans, from 0 to 16."""
    return math.floor(math.log10(min(ratio, 10.0**DOUBLE_DIGITS))) if ratio >= 1 else 0


def _errors(got: Array, want: Array) -> Array:
    """Return |got - want|: 0 where both are the same NaN or infinity, +inf where only one of them is."""
    error = differences(got, want)
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    return np.where(same, 0.0, np.where(np.isnan(error), np.inf, error))


def _float_parts(got: Any, want: Any, tolerance: Any) -> Iterator[tuple[Array, Array, Any]]:
    walks = zip(leaves(got), leaves(want), strict=True)
    allowed = (t for _, t in leaves(tolerance)) if tolerance is not None else None
    for (_, g), (_, w) in walks:
        t = None if allowed is None else next(allowed)
        if isinstance(w, bool | int | str | bytes) or w is None:
            continue
        w_array = np.asarray(w)
        if w_array.dtype.kind not in "fc":
            continue
        with np.errstate(**QUIET):  # type: ignore[arg-type]  # the stubs want literals
            g_array = np.asarray(g).astype(w_array.dtype)
            for g_part, w_part in zip(parts_of(g_array), parts_of(w_array), strict=True):
                yield g_part, w_part, None if t is None else np.asarray(t, dtype=np.float64)
