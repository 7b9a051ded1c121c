"""Whether numbers are right: element by element, NaN-safe, without a warning and without broadcasting.

An element is right iff got equals want, or both are NaN, or |got - want| ≤ tolerance. A complex number is
right iff both its parts are.
"""

from typing import Any

import numpy as np

from grader.comparator.values import Array

QUIET = {"over": "ignore", "under": "ignore", "invalid": "ignore", "divide": "ignore"}


def parts_of(array: Array) -> tuple[Array, ...]:
    """Return the real arrays that `array` consists of: itself, or real and imaginary part."""
    return (array.real, array.imag) if array.dtype.kind == "c" else (array,)


def nonfinite_mismatches(got: Array, want: Array) -> Array:
    """Mark where NaN, +inf or -inf stands in one of two arrays of one shape and not in the other."""
    odd = np.zeros(want.shape, dtype=bool)
    if want.dtype.kind not in "fc":
        return odd
    for g, w in zip(parts_of(got), parts_of(want), strict=True):
        odd |= np.isnan(g) != np.isnan(w)
        # Two infinities differ by their sign, an infinity and a number by being one.
        odd |= (np.isinf(g) | np.isinf(w)) & (g != w) & ~(np.isnan(g) | np.isnan(w))
    return odd


def wrong_elements(got: Array, want: Array, tolerance: Any) -> Array:
    """Mark the elements of `got` that are not right; shapes are equal, `tolerance` None is exact."""
    wrong = np.zeros(want.shape, dtype=bool)
    for g, w in zip(parts_of(got), parts_of(want), strict=True):
        right = g == w
        if w.dtype.kind == "f":
            right |= np.isnan(g) & np.isnan(w)
            if tolerance is not None:
                right |= differences(g, w) <= tolerance
        wrong |= ~right
    return wrong


def differences(got: Array, want: Array) -> Array:
    """Return |got - want| of real arrays, in float64 at least (float16 overflows at 65,504)."""
    wide = np.result_type(got.dtype, want.dtype, np.float64)
    with np.errstate(**QUIET):  # type: ignore[arg-type]  # the stubs want literals
        return np.abs(np.subtract(got, want, dtype=wide))


def nonfinite_mismatch(got: Any, want: Any) -> bool:
    """Tell whether NaN or an infinity stands in one of two numbers and not in the other."""
    return any(_class(g) != _class(w) for g, w in _parts(got, want))


def right_number(got: Any, want: Any, tolerance: float | None) -> bool:
    """Tell whether a Python number (or text, or None) is right; `tolerance` None is exact."""
    if not isinstance(want, float | complex):
        return bool(got == want)
    slack = -1.0 if tolerance is None else tolerance
    return all(g == w or (g != g and w != w) or abs(g - w) <= slack for g, w in _parts(got, want))


def _parts(got: Any, want: Any) -> tuple[tuple[float, float], ...]:
    if isinstance(want, complex):
        return ((_float(got.real), want.real), (_float(got.imag), want.imag))
    return ((_float(got), want),) if isinstance(want, float) else ()


def _float(number: Any) -> float:
    """Return `number` as a float; an integer beyond all floats as an infinity."""
    try:
        return float(number)
    except OverflowError:
        return np.inf if number > 0 else -np.inf


def _class(number: float) -> str:
    return "finite" if np.isfinite(number) else str(number)
