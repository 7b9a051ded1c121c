"""Long lists of numbers, looked at all at once: one by one a million of them would take ten seconds."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from grader.comparator.close import QUIET
from grader.comparator.values import ROW, Array, row_of


def suspicious(got: Any, want: Any, tolerance: Any) -> list[int] | None:
    """Return those indices of two lists or tuples that decide their comparison, in order.

    They hold the first number that is finite where the other is not, and the first that is wrong otherwise:
    with these alone `check` finds what it would find with all. None if each element has to be looked at, as
    these are no long lists of numbers, or of lists of numbers.
    """
    if not isinstance(want, list | tuple) or len(want) < ROW:
        return None
    common = min(len(got), len(want))
    kinds = {*map(type, want)}
    if kinds in ({list}, {tuple}):
        if {*map(type, got)} != kinds:
            return None
        return _rows(got[:common], want[:common], tolerance)
    wanted = row_of(want)
    if wanted is None:
        return None
    if wanted.dtype.kind != "f":
        mine = row_of(got)
        if mine is None or mine.dtype != wanted.dtype:
            return None
        return [*_first(mine[:common] != wanted[:common])]
    found, allowed = _floats(got), _tolerances(tolerance, len(want))
    if found is None or allowed is None:
        return None
    g, w = found[:common], wanted[:common]
    with np.errstate(**QUIET):  # type: ignore[arg-type]  # the stubs want literals
        right = (g == w) | (np.isnan(g) & np.isnan(w)) | (np.abs(g - w) <= allowed[:common])
    odd = ~right & ~(np.isfinite(g) & np.isfinite(w))
    return sorted({*_first(odd), *_first(~right & ~odd)})


def _rows(got: Any, want: Any, tolerance: Any) -> list[int] | None:
    """Return which rows decide, if both have rows of the same lengths."""
    lengths = [*map(len, want)]
    if [*map(len, got)] != lengths:
        return None
    if tolerance is not None:
        tolerance = tolerance[: len(want)]
        if not {*map(type, tolerance)} <= {list, tuple}:
            return None
        tolerance = [*chain.from_iterable(tolerance)]
    found = suspicious([*chain.from_iterable(got)], [*chain.from_iterable(want)], tolerance)
    if found is None:
        return None
    return sorted({int(np.searchsorted(np.cumsum(lengths), index, side="right")) for index in found})


def _first(marked: Array) -> Iterator[int]:
    if marked.any():
        yield int(np.argmax(marked))


def _floats(got: Any) -> Array | None:
    """Return what was handed over in place of floats, which may be whole numbers."""
    if not {*map(type, got)} <= {float, int}:
        return None
    try:
        return np.array(got, np.float64)
    except OverflowError:  # beyond all floats
        return None


def _tolerances(tolerance: Any, count: int) -> Array | None:
    """Return the tolerance of each float, negative where it must be equal."""
    if tolerance is None:
        return np.full(count, -1.0)
    kinds = {*map(type, tolerance)}
    if kinds == {type(None)}:
        return np.full(count, -1.0)
    return np.array(tolerance, np.float64) if kinds == {float} and len(tolerance) == count else None
