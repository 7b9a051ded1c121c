"""The derived tolerance: a submission must be as good as the reference is with 42 bits in place of 53.

Monte-Carlo arithmetic (Parker 1997; compare Verificarlo and CADNA), in plain float64: the reference is run
8 times with a random relative error of size v in each operation (`perturbed`), and

    tolerance = max over the runs of |f_v - want|  +  v·|want|  +  2⁻¹⁰⁰⁰        v = 2⁻⁵³·max(2¹¹, 4·n)

where n is the longest reduction that the reference performs. What depends on the problem (its
condition, cancellation in the reference) is measured by the first term; the others keep the tolerance above
zero where the runs happen to agree. The constants of v and their evidence are in `noise`; those of the rule
are here.

Why n is measured and not taken from the longest axis of the arguments: a batch of 10⁵ rows of width 64 would
be judged 100 times more loosely than each of its rows, though no right solution adds up over rows.

Guarantees, each with its test: the tolerance grows with v and with what is forgiven; scales by a power of two
where the function does; is above zero for every float; is the same in every process.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np

from grader.comparator.check import check
from grader.comparator.expected import (
    LARGEST,
    Derived,
    close,
    exact,
    finite_tolerance,
    has_tolerance,
    name_of_function,
    want_of,
)
from grader.comparator.noise import size_of_error
from grader.comparator.observe import Observed, observe
from grader.comparator.values import Array, leaves, map_leaves, place, rebuild
from grader.errors import ProblemError
from grader.precision import HALF_THE_DIGITS

__all__ = ["Derived", "close", "derive", "exact", "expect", "spread"]

FLOOR = 2.0**-1000  # where want and spread are 0, so are all honest answers, but for what underflows
FLOOR_SHORT = 2.0**-104  # the same distance above the smallest normal number, for float32
CAP = 1e-3  # a tolerance of more than this share of 1 + max|want| tells right from wrong no longer
_SINGLE = (np.dtype(np.float32), np.dtype(np.complex64))


class ComparisonSettings(Protocol):
    """How a problem's results are compared; `rtol` and `atol` count for ``close`` only."""

    @property
    def kind(self) -> str: ...
    @property
    def rtol(self) -> float: ...
    @property
    def atol(self) -> float: ...


def expect(
    comparison: ComparisonSettings,
    function: Callable[..., Any],
    args: Sequence[Any],
    forgives: Sequence[Callable[..., Any]] = (),
) -> Derived:
    """Return want and tolerance of one call, by the problem's kind of comparison.

    ``custom`` has the reference's result as its want and no tolerance: `custom.ask` compares.
    """
    if comparison.kind == "derived":
        return derive(function, args, forgives=forgives)
    if comparison.kind == "close":
        return close(function, args, comparison.rtol, comparison.atol)
    return exact(function, args)


def derive(
    function: Callable[..., Any], args: Sequence[Any], *, forgives: Sequence[Callable[..., Any]] = ()
) -> Derived:
    """Return the reference's result for `args` with the tolerance that follows from it.

    Parameters
    ----------
    function : Callable
        The reference, written in numpy's functions. It gets copies of `args`.
    args : Sequence
        Arguments by position: arrays, numbers, text, nested as they like.
    forgives : Sequence of Callable
        Implementations that are right in exact arithmetic, and whose rounding is forgiven as well: the
        larger spread counts.

    Raises
    ------
    ProblemError
        If the reference computes with what can't be perturbed (`float(x)`, the module math), fails on a
        subclass of arrays, or returns what can't be compared.
    """
    want = want_of(function, args)
    _reject_half_precision(function, want)
    seen = observe(function, args, want)
    _reject_lost_track(function, seen)
    drift, spreads, longest = seen.drift, seen.spreads, seen.longest
    for other in forgives:
        forgiven = observe(other, args, want_of(other, args))
        _reject_lost_track(other, forgiven)
        if [_shape(s) for s in forgiven.spreads] != [_shape(s) for s in spreads]:
            raise ProblemError(
                f"{name_of_function(other)}: what a group forgives must return what the reference returns"
            )
        spreads = [_larger(a, b) for a, b in zip(spreads, forgiven.spreads, strict=True)]
        longest = max(longest, forgiven.longest)
    tolerance = _tolerance(want, spreads, longest)
    refusal = seen.moved or _says_nothing(want, tolerance)
    if not refusal and _exceeds(drift, tolerance):
        raise ProblemError(
            f"{name_of_function(function)}: gives another result on a subclass of arrays: "
            "write the reference in ufuncs, or use `close`"
        )
    return Derived(want, tolerance, not refusal, refusal)


def spread(function: Callable[..., Any], args: Sequence[Any]) -> Any:
    """Return how far rounding moves the result of a mistake: a tolerance, in the structure of its result.

    Unlike a reference a mistake may compute outside of numpy. Then only part of the errors are seen (at
    least those of its inputs), and the spread is too small, never too large: a submission that makes this
    mistake may go unnamed, but none is named wrongly. For the same reason a spread that says nothing (what
    `derive` does not admit), or that can't be had because the mistake fails on perturbed arrays, is 0. What
    the mistake raises on its plain arguments is raised here as well.
    """
    result = want_of(function, args)
    nothing = _structured(result, [np.zeros(np.shape(r)) for _, r in leaves(result)])
    try:
        seen = observe(function, args, result)
    except ProblemError:
        return nothing
    tolerance = _tolerance(result, seen.spreads, seen.longest)
    return nothing if seen.moved or _says_nothing(result, tolerance) else tolerance


def reject_chance(kind: str, first: Any, second: Any) -> None:
    """Refuse two results of one call that differ, under ``derived`` by more than the order of additions may.

    Raises
    ------
    ProblemError
        They differ.
    """
    tolerance = map_leaves(_half_the_digits, second) if kind == "derived" else None
    found = check(first, second, tolerance)
    if not found.ok:
        raise ProblemError(
            f"two calls differ ({found.message}): a reference keeps no state, draws no random numbers "
            "unless it seeds them itself, and depends on no order of a set"
        )


def _half_the_digits(leaf: Any) -> Any:
    if not has_tolerance(leaf):
        return None
    sizes = np.abs(np.asarray(leaf))
    largest = float(np.max(sizes, where=np.isfinite(sizes), initial=0.0))
    return finite_tolerance(np.full(np.shape(leaf), largest * HALF_THE_DIGITS), leaf)


def _reject_half_precision(function: Callable[..., Any], want: Any) -> None:
    for path, leaf in leaves(want):
        if isinstance(leaf, np.ndarray) and leaf.dtype == np.float16:
            raise ProblemError(
                f"{name_of_function(function)}: {place(path)} has dtype float16, whose 3 digits leave no "
                "room for a derived tolerance: return float64, or use `close`"
            )


def _reject_lost_track(function: Callable[..., Any], seen: Observed) -> None:
    if seen.lost is not None:
        raise ProblemError(
            f"{name_of_function(function)}: {place(seen.lost)} is computed outside of numpy's functions "
            "(the module math, `float(x)`, Python numbers), where its rounding can't be seen: "
            "write the reference in ufuncs, or use `close`"
        )


def _tolerance(want: Any, spreads: Sequence[Array | None], longest: int) -> Any:
    """Return spread + v·|want| + floor for each part, 0 where the want is NaN or infinite and stays so."""
    filled: list[Array] = []
    for (_, leaf), moved in zip(leaves(want), spreads, strict=True):
        if moved is None:
            filled.append(np.zeros(()))
            continue
        array = np.asarray(leaf)
        v = size_of_error(array.dtype, longest)
        with np.errstate(all="ignore"):
            size = np.abs(array).astype(np.float64)
            floor = FLOOR_SHORT if array.dtype in _SINGLE else FLOOR
            filled.append(moved + np.where(np.isfinite(size), v * size + floor, 0.0))
    return _structured(want, filled)


def _structured(want: Any, arrays: Iterable[Array]) -> Any:
    """Return arrays as the tolerances of the parts of `want`, None for those that are exact."""
    pairs = zip(leaves(want), arrays, strict=True)
    return rebuild(
        want, iter([finite_tolerance(a, leaf) if has_tolerance(leaf) else None for (_, leaf), a in pairs])
    )


def _says_nothing(want: Any, tolerance: Any) -> str:
    """Return why a tolerance can't tell right from wrong, or an empty string."""
    for (path, leaf), (_, slack) in zip(leaves(want), leaves(tolerance), strict=True):
        if slack is None:
            continue
        largest = float(np.max(slack, initial=0.0))
        if largest >= LARGEST:
            return f"{place(path)} is finite or not, depending on rounding: the case is on an edge"
        sizes = np.abs(np.asarray(leaf))
        scale = 1.0 + float(np.max(sizes, where=np.isfinite(sizes), initial=0.0))
        if largest > CAP * scale:
            return (
                f"{place(path)} can't be had to better than {largest:.1e} with rounded inputs, "
                f"more than {CAP:g} of its size: the case says nothing"
            )
    return ""


def _exceeds(drift: Sequence[Array | None], tolerance: Any) -> bool:
    """Tell whether the run without errors differs from the want by more than rounding."""
    slacks = (slack for _, slack in leaves(tolerance))
    return any(d is not None and bool((d > s).any()) for d, s in zip(drift, slacks, strict=True))


def _larger(a: Array | None, b: Array | None) -> Array | None:
    return None if a is None or b is None else np.maximum(a, b)


def _shape(spread: Array | None) -> tuple[int, ...] | None:
    return None if spread is None else spread.shape
