"""numpy as a perturbed reference sees it: what makes arrays makes tracked ones.

A function that makes its own arrays (a positional encoding from `np.arange`) has no perturbed argument to
begin with; through this proxy its arrays are tracked all the same, and `np.asarray` doesn't lose the track.
"""

from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from grader.comparator.functions import MOVES
from grader.comparator.noise import Noise
from grader.comparator.perturbed import Perturbed, followed, track

# Functions that make arrays of exact numbers; others, such as linspace, compute what they return.
EXACT_CREATORS = frozenset(
    {
        "array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "asarray_chkfinite",
        "require", "zeros", "ones", "full", "empty", "eye", "identity", "arange", "indices", "tri",
        "frombuffer", "fromiter", "fromfunction", "from_dlpack", "loadtxt", "genfromtxt", "fromstring",
        "as_strided", "sliding_window_view", "ix_", "vander",
    }
)  # fmt: skip
_FUNCTIONS = (FunctionType, BuiltinFunctionType, type(np.sum), type(np.concatenate))


class NumpyProxy:
    """Stands for the module numpy, or one of its submodules, in a copy of the reference."""

    def __init__(self, module: ModuleType, noise: Noise) -> None:
        self._module = module
        self._noise = noise

    def __getattr__(self, name: str) -> Any:
        value = proxied(getattr(self._module, name), self._noise)
        setattr(self, name, value)  # the next look-up finds it without a call
        return value


def proxied(value: Any, noise: Noise) -> Any:
    """Return what stands for an attribute of numpy: itself, unless it makes arrays."""
    if isinstance(value, np.ufunc):
        return _Ufunc(value, noise)
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] == "numpy":
        return NumpyProxy(value, noise)
    return _tracking(value, noise) if is_function(value) else value


def is_function(value: Any) -> bool:
    """Tell whether an attribute of numpy is a function, and no class or constant."""
    return isinstance(value, _FUNCTIONS)


def is_of_numpy(value: Any) -> bool:
    """Tell whether a global of the reference is numpy's, so that the proxy must stand for it."""
    if isinstance(value, ModuleType):
        return value.__name__.partition(".")[0] == "numpy"
    if isinstance(value, np.ufunc):
        return True
    return is_function(value) and (value.__module__ or "").partition(".")[0] == "numpy"


def _tracking(function: Any, noise: Noise) -> Any:
    exact = function.__name__ in EXACT_CREATORS or function.__name__ in MOVES

    def call(*args: Any, **kwargs: Any) -> Any:
        seen = noise.events
        result = function(*args, **kwargs)
        if isinstance(result, Perturbed):
            return result
        return followed(noise, result, jitter=not exact and noise.events == seen)

    return call


class _Ufunc:
    """A ufunc that tracks what it computes of plain numbers, too."""

    def __init__(self, ufunc: np.ufunc, noise: Noise) -> None:
        self._ufunc = ufunc
        self._noise = noise

    def __call__(self, *inputs: Any, **options: Any) -> Any:
        return self._ufunc(*self._tracked(inputs), **options)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._ufunc, name)
        if name not in ("reduce", "accumulate", "reduceat", "outer"):
            return value
        return lambda *inputs, **options: value(*self._tracked(inputs[:1]), *inputs[1:], **options)

    def _tracked(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        if any(isinstance(item, Perturbed) for item in inputs):
            return inputs
        for index, item in enumerate(inputs):
            if isinstance(item, np.ndarray | list | tuple):
                tracked = track(self._noise, np.asarray(item))
            elif isinstance(item, np.generic | float | complex | int):
                tracked = track(self._noise, np.asarray(item)[()])
            else:
                continue
            return (*inputs[:index], tracked, *inputs[index + 1 :])
        return inputs
