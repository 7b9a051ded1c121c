"""Run a function under perturbation, and watch how far each part of its result moves."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.comparator.close import QUIET, differences, parts_of
from grader.comparator.expected import has_tolerance, name_of_function
from grader.comparator.noise import Noise
from grader.comparator.perturbed import Perturbed, Scalar, Weak, track
from grader.comparator.proxy import proxied
from grader.comparator.rebind import rebound
from grader.comparator.values import Array, Path, leaves, map_leaves, place
from grader.errors import ProblemError
from grader.values import ARRAY_DTYPE_KINDS

RUNS = 8  # with 4 the worst ratio is 2 to 3 times larger, 16 gain little


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """What the runs of one function on one case showed.

    `spreads` has, for each part of the result, the largest |f_v - f| of its elements, None where the part is
    discrete; `drift` the same for the run without errors. `longest` is the length of the longest reduction.
    `moved` says which discrete part changed, `lost` where a part is whose operations were not seen.
    """

    spreads: list[Array | None]
    drift: list[Array | None]
    longest: int
    moved: str
    lost: Path | None


def observe(function: Callable[..., Any], args: Sequence[Any], base: Any) -> Observed:
    """Run `function` once without errors, to measure its reductions, and `RUNS` times with them.

    `base` is its plain result.

    Raises
    ------
    ProblemError
        If it raises on perturbed arguments, or already its run without errors has another structure.
    """
    noise = Noise()
    copy = rebound(function, lambda value: proxied(value, noise))
    parts = list(leaves(base))
    with warnings.catch_warnings(), np.errstate(**QUIET):  # type: ignore[arg-type]  # the stubs want literals
        warnings.simplefilter("ignore")
        measured = _run(function, copy, args, noise)
        drift = _moves(parts, measured)
        if isinstance(drift, str):
            raise ProblemError(
                f"{name_of_function(function)}: {drift} on a subclass of arrays: "
                "write the reference in ufuncs, or use `close`"
            )
        untracked = [path for path, leaf in measured if not _tracked(leaf, noise)]
        noise.begin(noise.reduced)
        spreads, moved = drift, ""
        for _ in range(RUNS):
            moves = _moves(parts, _run(function, copy, args, noise))
            if isinstance(moves, str):
                moved = f"{moves} under rounding: the case is on an edge"
                break
            spreads = [
                None if a is None or b is None else np.maximum(a, b)
                for a, b in zip(spreads, moves, strict=True)
            ]
    by_path = {path: moves for (path, _), moves in zip(parts, spreads, strict=True)}
    lost = (path for path in untracked if _out_of_sight(by_path[path], dict(parts)[path], args))
    return Observed(spreads, drift, noise.reduced, moved, next(lost, None))


def _run(
    function: Callable[..., Any], copy: Callable[..., Any], args: Sequence[Any], noise: Noise
) -> list[tuple[Path, Any]]:
    noise.scalars.clear()
    try:
        return list(leaves(copy(*[map_leaves(lambda leaf: _argument(leaf, noise), arg) for arg in args])))
    except Exception as error:
        raise ProblemError(
            f"{name_of_function(function)}: fails on a subclass of arrays with {type(error).__name__}: "
            f"{error}: write the reference in ufuncs, or use `close`"
        ) from error


def _argument(leaf: Any, noise: Noise) -> Any:
    """Return an argument with the error of its own rounding, tracked; whole numbers and text are exact."""
    if isinstance(leaf, np.ndarray):
        return track(noise, noise.jitter(leaf.copy(order="K")), Perturbed)
    if isinstance(leaf, np.floating | np.complexfloating):
        return track(noise, noise.jitter(np.asarray(leaf)), Scalar)
    if isinstance(leaf, float | complex):
        return track(noise, np.asarray(leaf * noise.factor()), Weak)
    return leaf


def _moves(parts: list[tuple[Path, Any]], result: list[tuple[Path, Any]]) -> list[Array | None] | str:
    """Return how far each float part of the result moved, or which discrete part changed."""
    if [path for path, _ in result] != [path for path, _ in parts]:
        return "the result has other parts"
    moves: list[Array | None] = []
    for (path, base), (_, leaf) in zip(parts, result, strict=True):
        if has_tolerance(base):
            moved = _moved(np.asarray(base), leaf)
            if moved is None:
                return f"{place(path)} has another shape or type"
            moves.append(moved)
            continue
        moves.append(None)
        same = np.array_equal(leaf, base) if isinstance(base, np.ndarray) else bool(leaf == base)
        if not same:
            return f"{place(path)} is discrete and changes"
    return moves


def _moved(base: Array, leaf: Any) -> Array | None:
    got = np.asarray(leaf)
    if got.shape != base.shape or got.dtype.kind not in ARRAY_DTYPE_KINDS:
        return None
    moved = np.zeros(base.shape)
    for g, b in zip(parts_of(got.astype(base.dtype)), parts_of(base), strict=True):
        difference = differences(g, b)
        same = (g == b) | (np.isnan(g) & np.isnan(b))
        difference = np.where(same, 0.0, np.where(np.isnan(difference), np.inf, difference))
        moved = np.maximum(moved, difference.astype(np.float64))
    return moved


def _tracked(leaf: Any, noise: Noise) -> bool:
    """Tell whether a part of the result was computed in sight: by perturbed operations to the last."""
    if isinstance(leaf, Perturbed):
        return leaf.noise is not None
    if isinstance(leaf, np.ndarray):
        return leaf.dtype.kind not in "fc" or leaf.size == 0
    if isinstance(leaf, float | complex | np.floating | np.complexfloating):
        value = complex(leaf) if isinstance(leaf, complex | np.complexfloating) else float(leaf)
        return value in noise.scalars or value != value  # NaN is no rounded number
    return True


def _out_of_sight(moved: Array | None, base: Any, args: Sequence[Any]) -> bool:
    """Tell whether a part without track has lost it; it may also be a constant, that needs none.

    An array is never a constant: one made by numpy's functions would be tracked. A number is one if it stays
    as it is and is whole, or can't have been computed of the whole numbers among the arguments.
    """
    if isinstance(base, np.ndarray) or moved is None or bool((moved > 0).any()):
        return True
    if not isinstance(base, float) or base.is_integer() or not np.isfinite(base):
        return False
    return any(type(leaf) is int for arg in args for _, leaf in leaves(arg))
