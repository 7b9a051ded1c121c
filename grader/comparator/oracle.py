"""The reference to 50 digits: decimal numbers through the same numpy code, where that can be done.

numpy computes with an array of objects by calling the objects' own operators and methods (`sqrt`, `exp`), so
that a reference in ufuncs needs no second version. It can't be done where the code leaves the objects: in
linalg, fft and random, with complex numbers, or with a function that decimal arithmetic lacks. Numbers that
are written in the code stand for the doubles that they are, as they do in the reference itself.
"""

from collections.abc import Callable, Sequence
from decimal import localcontext
from types import ModuleType
from typing import Any

import numpy as np

from grader.comparator.decimals import CONTEXT, Exact, decimal_of
from grader.comparator.proxy import is_function, is_of_numpy
from grader.comparator.rebind import rebound
from grader.comparator.values import leaves, map_leaves

_CONVERTERS = frozenset({"array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray"})


def oracle(function: Callable[..., Any], args: Sequence[Any]) -> Any:
    """Return what `function` would return in exact arithmetic, rounded to float64 at the end.

    The structure is that of its result. None means that this can't be told.
    """
    with localcontext(CONTEXT), np.errstate(all="ignore"):
        try:
            exact_args = [map_leaves(_exact, arg) for arg in args]
            result = rebound(function, _stand_in)(*exact_args)
            return map_leaves(_rounded, result)
        except Exception:  # noqa: BLE001  # whatever stops it, the answer is that it can't be told
            return None


class _ExactArray(np.ndarray[Any, Any]):
    """An array of `Exact`, for which a cast to float is no loss."""

    def astype(self, dtype: Any, *_: Any, **__: Any) -> Any:
        if np.dtype(dtype).kind != "f":
            raise TypeError("decimal numbers are cast to real types only")
        return self.copy()


def _exact(value: Any) -> Any:
    """Return real numbers as exact ones; a Python integer stays: it may be an axis or a length."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "iuf":
            return value.copy()
        exact = np.empty(value.size, dtype=object)
        for index, item in enumerate(value.ravel()):
            exact[index] = _exact_number(item)
        return exact.reshape(value.shape).view(_ExactArray)
    return _exact_number(value) if isinstance(value, float | np.floating) else value


def _exact_number(number: Any) -> Exact:
    decimal = decimal_of(number)
    assert decimal is not None
    return Exact(decimal)


def _rounded(leaf: Any) -> Any:
    if isinstance(leaf, Exact):
        return float(leaf.value)
    if isinstance(leaf, np.ndarray):
        if leaf.dtype == object:
            return np.array([float(item.value) for item in leaf.ravel()], dtype=np.float64).reshape(
                leaf.shape
            )
        if leaf.dtype.kind in "fc" and leaf.size:
            raise TypeError("a part was computed in floats")
        return leaf.view(np.ndarray)
    if isinstance(leaf, float | complex | np.inexact):
        raise TypeError("a part was computed in floats")
    return leaf


def _stand_in(value: Any) -> Any:
    """Return what stands for a module, function or ufunc of numpy."""
    if isinstance(value, np.ufunc):
        return _on_exact(value)
    if isinstance(value, ModuleType) and is_of_numpy(value):
        return _ExactNumpy(value)
    if is_function(value):
        return _converting(value) if value.__name__ in _CONVERTERS else _on_exact(value)
    return value


class _ExactNumpy:
    """numpy, whose functions make and take exact numbers."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _stand_in(getattr(self._module, name))


def _converting(function: Any) -> Callable[..., Any]:
    def call(value: Any, dtype: Any = None, **options: Any) -> Any:
        if any(isinstance(leaf, Exact | _ExactArray) for _, leaf in leaves(value)):
            if dtype is not None and np.dtype(dtype).kind != "f":
                raise TypeError("decimal numbers are cast to real types only")
            return function(value, dtype=object, **options).view(_ExactArray)
        return _exact_floats(function(value, dtype=dtype, **options))

    return call


def _on_exact(function: Any) -> Any:
    """Return a function that computes exactly even of floats, such as constants."""

    def call(*args: Any, **kwargs: Any) -> Any:
        if isinstance(function, np.ufunc):
            args = tuple(_exact_floats(arg) for arg in args)
        return _exact_floats(function(*args, **kwargs))

    for method in ("reduce", "accumulate", "reduceat", "outer", "at"):
        if isinstance(function, np.ufunc):
            setattr(call, method, getattr(function, method))
    return call


def _exact_floats(value: Any) -> Any:
    if isinstance(value, float | np.floating) or (isinstance(value, np.ndarray) and value.dtype.kind == "f"):
        return _exact(value)
    if isinstance(value, np.ndarray) and value.dtype == object and not isinstance(value, _ExactArray):
        return value.view(_ExactArray)
    return value
