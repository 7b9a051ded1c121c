"""What is expected of a submission on one case: a want, and a tolerance for each of its floats."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.comparator.values import Array, copied, first_odd, map_leaves, name_of, native, place, plain
from grader.errors import ProblemError

LARGEST = float(np.finfo(np.float64).max)  # tolerances are finite: an infinity is right only where wanted


@dataclass(frozen=True, slots=True, eq=False)
class Derived:
    """A want with its tolerance, and whether the case says anything at all.

    `tolerance` has the structure of `want`: an array of float64 where the want has an array of floats or
    complex numbers, a float where it has one number of those, None where equality is asked for.
    `refusal` is the reason why a case is not admitted, empty if it is.
    """

    want: Any
    tolerance: Any
    admitted: bool = True
    refusal: str = ""


def want_of(function: Callable[..., Any], args: Sequence[Any]) -> Any:
    """Return what the reference returns for copies of `args`, as a value that can be compared.

    Raises
    ------
    ProblemError
        If it is no such value.
    """
    with np.errstate(all="ignore"):
        return as_want(function(*[copied(arg) for arg in args]), function)


def as_want(result: Any, function: Callable[..., Any]) -> Any:
    """Return what `function` returned as a value that can be compared.

    Raises
    ------
    ProblemError
        If it is no such value.
    """
    odd = first_odd(result)
    if odd is not None:
        path, leaf = odd
        raise ProblemError(
            f"{name_of_function(function)}: {place(path)} is {name_of(plain(leaf))}, "
            "which can't be compared: return plain arrays, numbers, text, lists, tuples and dicts"
        )
    return map_leaves(_settled, result, lambda row, _: row[:])


def _settled(leaf: Any) -> Any:
    value = plain(leaf)
    return np.array(native(value), order="C", copy=True) if isinstance(value, np.ndarray) else value


def name_of_function(function: Callable[..., Any]) -> str:
    """Return the name to use for a reference or a mistake in messages."""
    return str(getattr(function, "__name__", "the reference"))


def has_tolerance(leaf: Any) -> bool:
    """Tell whether a part of the want is a float or complex number, or an array of such."""
    if isinstance(leaf, np.ndarray):
        return leaf.dtype.kind in "fc"
    return isinstance(leaf, float | complex)


def exact(function: Callable[..., Any], args: Sequence[Any]) -> Derived:
    """Expect the reference's result itself."""
    want = want_of(function, args)
    return Derived(want, map_leaves(lambda _: None, want, _as_many_none))


def _as_many_none(row: Any, _: Array) -> Any:
    return type(row)([None]) * len(row)


def close(function: Callable[..., Any], args: Sequence[Any], rtol: float, atol: float) -> Derived:
    """Expect the reference's result within ``rtol·|want| + atol``; what is no float is exact."""
    want = want_of(function, args)

    def allowed(leaf: Any) -> Any:
        if not has_tolerance(leaf):
            return None
        size = np.abs(np.asarray(leaf, dtype=np.complex128 if np.iscomplexobj(leaf) else np.float64))
        with np.errstate(all="ignore"):
            slack = np.where(np.isfinite(size), rtol * size + atol, 0.0)
        return finite_tolerance(slack, leaf)

    def allowed_each(row: Any, numbers: Array) -> Any:
        if numbers.dtype.kind != "f":
            return _as_many_none(row, numbers)
        return type(row)(allowed(numbers).tolist())

    return Derived(want, map_leaves(allowed, want, allowed_each))


def finite_tolerance(slack: Any, leaf: Any) -> Any:
    """Return a tolerance in the form that belongs to a part of the want."""
    bounded = np.minimum(np.asarray(slack, dtype=np.float64), LARGEST)
    return bounded if isinstance(leaf, np.ndarray) else float(bounded)
