"""Arrays whose every operation carries a random relative error: Monte-Carlo arithmetic in plain numpy.

A run of the reference on `Perturbed` arguments shows how far its result moves when each operation is made
with fewer digits. Errors enter at float inputs, at the terms of sums and products and of what contracts
(matmul), and at the result of each inexact ufunc.

numpy hands out scalars (float64) where an array has no axes left; those are `Scalar` here, so that a loop
over elements keeps its errors. A Python float argument is `Weak`: like Python's own floats it never widens
the type of what it meets.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from grader.comparator.functions import MOVES, contraction, works_outside_ufuncs
from grader.comparator.values import Array

if TYPE_CHECKING:
    from grader.comparator.noise import Noise

# Ufuncs whose result is one of their inputs, or exact: an error there would be one that no machine makes,
# and would break what relies on equality (x == x.max()).
EXACT = frozenset(
    {
        "absolute", "fabs", "negative", "positive", "conjugate", "maximum", "minimum", "fmax", "fmin", "clip",
        "copysign", "floor", "ceil", "trunc", "rint", "sign", "heaviside", "floor_divide", "fmod", "modf",
        "frexp", "ldexp", "nextafter", "spacing", "logical_and", "logical_or", "logical_xor",
    }
)  # fmt: skip
NUMBERS = "iufc"


class Perturbed(np.ndarray[Any, Any]):
    """An array that brings random errors into what is computed with it; `noise` is where they come from."""

    noise: "Noise | None"

    def __array_finalize__(self, parent: object) -> None:
        self.noise = getattr(parent, "noise", None)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, out: tuple[Any, ...] = (), **options: Any
    ) -> Any:
        noise = self.noise
        if noise is None:  # made behind our back: take part without errors
            noise = _noise_of(*inputs, *out)
        operands = [plain_array(item) for item in inputs]
        options = {key: plain_array(value) for key, value in options.items()}
        exact = ufunc.__name__ in EXACT
        if noise is None:
            exact = True
        elif not exact:
            _jitter_terms(noise, ufunc, method, operands, options)
        targets = tuple(plain_array(item) for item in out)
        if targets:
            options["out"] = targets
        result = getattr(ufunc, method)(*operands, **options)
        if method == "at":
            return None
        several = isinstance(result, tuple)
        results = result if several else (result,)
        weak = method == "__call__" and all(isinstance(item, Weak | int | float) for item in inputs)
        finished = []
        for index, item in enumerate(results):
            target = out[index] if out else None
            if target is not None:
                if noise is not None and not exact:
                    noise.jitter(item, out=item, where=options.get("where", True))
                finished.append(target)
            else:
                finished.append(follow(item, noise, jitter=not exact, weak=weak))
        return tuple(finished) if several else finished[0]

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        noise = self.noise or _noise_of(*args)
        ordinary = super().__array_function__
        if noise is None:
            return ordinary(func, types, args, kwargs)
        if works_outside_ufuncs(func) and func.__name__ not in MOVES:
            return _outside_ufuncs(noise, func, args, kwargs)
        seen = noise.events
        result = ordinary(func, types, args, kwargs)
        return followed(noise, result, jitter=noise.events == seen and func.__name__ not in MOVES)

    def __getitem__(self, key: Any) -> Any:
        item = super().__getitem__(_plain_key(key))
        return item if isinstance(item, Perturbed) else follow(item, self.noise)

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(_plain_key(key), plain_array(value))

    def dot(self, other: Any, out: Any = None) -> Any:
        """Return the product; the method of plain arrays would bypass the errors."""
        return np.dot(self, other, out=out)

    def tolist(self) -> Any:
        """Return the elements in nested lists, still tracked."""
        return self.item() if self.ndim == 0 else [item.tolist() for item in self]

    def item(self, *index: Any) -> Any:
        """Return an element as what stands for a Python number, still tracked."""
        return follow_python(super().item(*index), self.noise)


def _not_in_place(_self: Any, _other: Any) -> Any:
    return NotImplemented


class Scalar(Perturbed):
    """What numpy would hand out as a scalar: immutable, and a possible key of a dict."""

    # Without these `total += x` would change every name that the number has.
    __iadd__ = __isub__ = __imul__ = __itruediv__ = __ifloordiv__ = __imod__ = __ipow__ = _not_in_place

    def __hash__(self) -> int:  # type: ignore[override]  # arrays have none
        return hash(number(self))

    def __round__(self, digits: int | None = None) -> Any:
        return round(number(self), digits)

    def is_integer(self) -> bool:
        """Tell whether the number is whole, as floats do."""
        return float(self).is_integer()


class Weak(Scalar):
    """A Python float or complex, or what is computed of such alone."""


def plain_array(value: Any) -> Any:
    """Return the bare array (or Python number) of a perturbed one, sharing memory; others as they are."""
    if not isinstance(value, Perturbed):
        return value
    return number(value) if type(value) is Weak else value.view(np.ndarray)


def number(value: Perturbed) -> Any:
    """Return the one element of `value` as a Python number."""
    return value.view(np.ndarray).item()


def follow_python(value: Any, noise: "Noise | None") -> Any:
    """Return a Python float or complex number as one that brings errors with it; others as they are."""
    if noise is None or not isinstance(value, float | complex):
        return value
    return track(noise, np.asarray(value), Weak)


def track(noise: "Noise", value: Any, kind: type[Perturbed] | None = None) -> Any:
    """Return an array or number as one that brings errors with it."""
    bare = np.asarray(value)
    if kind is None:
        kind = Perturbed if isinstance(value, np.ndarray) else Scalar
    tracked = bare.view(kind)
    tracked.noise = noise
    if bare.ndim == 0 and bare.dtype.kind in "fc":
        noise.scalars.add(bare.item())
    return tracked


def follow(value: Any, noise: "Noise | None", *, jitter: bool = False, weak: bool = False) -> Any:
    """Return what an operation returned with an error and tracked; what is no number stays as it is."""
    if noise is None or not isinstance(value, np.ndarray | np.generic):
        return value
    if isinstance(value, np.generic):
        if value.dtype.kind not in NUMBERS:
            return value
        bare = noise.jitter(np.asarray(value)) if jitter else value
        return track(noise, bare, Weak if weak and value.dtype.kind in "fc" else Scalar)
    bare_array: Array = value.view(np.ndarray) if isinstance(value, Perturbed) else value
    moved = noise.jitter(bare_array) if jitter else bare_array
    return track(noise, np.asarray(moved), Perturbed)


def followed(noise: "Noise", result: Any, *, jitter: bool) -> Any:
    """Return the arrays in a function's result with errors, and tracked."""
    if isinstance(result, tuple) and hasattr(result, "_make"):
        return result._make(followed(noise, item, jitter=jitter) for item in result)
    if isinstance(result, list | tuple):
        return type(result)(followed(noise, item, jitter=jitter) for item in result)
    if isinstance(result, Perturbed) and not jitter:
        result.noise = noise
        return result
    if isinstance(result, np.generic) and result.dtype.kind not in "fc":
        return result  # an index or a count: exact, and used as a Python integer
    return follow(result, noise, jitter=jitter)


def _outside_ufuncs(noise: "Noise", func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Call a function that computes outside of ufuncs: errors on what goes in and on what comes out."""
    plain_args = [_plain_nested(arg) for arg in args]
    plain_kwargs = {key: _plain_nested(value) for key, value in kwargs.items()}
    noise.events += 1
    noise.saw_reduction(contraction(func.__name__, plain_args, plain_kwargs))
    result = func(*[_errors_in(noise, arg) for arg in plain_args], **plain_kwargs)
    out = kwargs.get("out")
    if out is not None:
        noise.jitter(result, out=result)
        return out
    return followed(noise, result, jitter=True)


def _plain_nested(value: Any) -> Any:
    if type(value) in (list, tuple):
        return type(value)(_plain_nested(item) for item in value)
    return plain_array(value)


def _errors_in(noise: "Noise", arg: Any) -> Any:
    if isinstance(arg, np.ndarray):
        return noise.jitter(arg)
    if type(arg) in (list, tuple):
        return type(arg)(_errors_in(noise, item) for item in arg)
    return arg


def _noise_of(*values: Any) -> "Noise | None":
    for value in values:
        if isinstance(value, Perturbed) and value.noise is not None:
            return value.noise
        if isinstance(value, list | tuple):
            found = _noise_of(*value)
            if found is not None:
                return found
    return None


def _plain_key(key: Any) -> Any:
    """Return an index without tracked numbers in it: an array without axes would index in another way."""
    if isinstance(key, Scalar):
        return number(key)
    if isinstance(key, tuple):
        return tuple(_plain_key(item) for item in key)
    return plain_array(key)


def _jitter_terms(
    noise: "Noise", ufunc: np.ufunc, method: str, operands: list[Any], options: dict[str, Any]
) -> None:
    """Bring errors into what a ufunc adds up or multiplies, and note how many there are."""
    noise.events += 1
    if method in ("reduce", "accumulate", "reduceat"):
        terms = np.asarray(operands[0])
        dtype = np.dtype(options.get("dtype") or terms.dtype)
        if dtype.kind in "fc" and terms.dtype.kind in "biu":
            terms = terms.astype(dtype)
        if terms.dtype.kind in "fc":
            noise.saw_reduction(_reduction_length(terms, method, operands, options))
        operands[0] = noise.jitter(terms)
    elif method == "at":
        if len(operands) > 2 and np.asarray(operands[0]).dtype.kind in "fc":
            terms = np.asarray(operands[2])
            noise.saw_reduction(_most_hits(operands[1]))
            operands[2] = noise.jitter(terms)
    elif ufunc.signature is not None:  # matmul, vecdot, …: contract the last axis of the first operand
        for index, operand in enumerate(operands):
            array = np.asarray(operand)
            if index == 0 and array.ndim:
                noise.saw_reduction(array.shape[-1])
            operands[index] = noise.jitter(array)


def _reduction_length(terms: Array, method: str, operands: list[Any], options: dict[str, Any]) -> int:
    axis = options.get("axis", operands[2] if method == "reduceat" and len(operands) > 2 else 0)
    if method != "reduceat" and len(operands) > 1:  # reduce(array, axis, …) by position
        axis = operands[1]
    if axis is None:
        return terms.size
    axes = axis if isinstance(axis, tuple) else (axis,)
    return int(np.prod([terms.shape[a] for a in axes])) if terms.ndim else 1


def _most_hits(indices: Any) -> int:
    """Return how often one element is added to: exactly for one array of indices, else at most."""
    if isinstance(indices, tuple):
        return int(np.broadcast(*[np.asarray(i) for i in indices if not isinstance(i, slice)]).size)
    array = np.asarray(indices)
    if array.dtype.kind not in "iu" or not array.size:
        return 1
    return int(np.unique(array, return_counts=True)[1].max())
