"""A copy of a function, and of all that it calls in its own files, for which `np` is something else.

The author's module stays as it is for everyone: functions are copied with new globals, not changed.
"""

import builtins
import functools
import sys
from collections.abc import Callable
from types import CellType, CodeType, FunctionType
from typing import Any

from grader.comparator.proxy import is_of_numpy


def rebound(function: Callable[..., Any], stand_in: Callable[[Any], Any]) -> Callable[..., Any]:
    """Return `function` with `stand_in` applied to numpy, its submodules and its functions.

    Followed are helper functions in its globals and closure, in its module and in others of the folder,
    through `functools.partial`, `wraps` and caches (a cache would hand the arrays of one run to the next);
    imports inside of functions; and functions imported from numpy by name. Methods of classes are not.
    """
    return _Copier(stand_in).function(function)  # type: ignore[no-any-return]


class _Copier:
    def __init__(self, stand_in: Callable[[Any], Any]) -> None:
        self.stand_in = stand_in
        self.copies: dict[int, Any] = {}
        self.namespaces: dict[int, dict[str, Any]] = {}

    def function(self, value: Any) -> Any:
        """Return what stands for `value` in the copy: itself, if numpy is nowhere near it."""
        if id(value) in self.copies:
            return self.copies[id(value)]
        if is_of_numpy(value):
            return self._keep(value, self.stand_in(value))
        if isinstance(value, functools.partial):
            inner = self.function(value.func)
            return self._keep(value, functools.partial(inner, *value.args, **value.keywords))
        if isinstance(value, functools._lru_cache_wrapper):  # noqa: SLF001  # the type has no public name
            return self._keep(value, self.function(value.__wrapped__))
        if not isinstance(value, FunctionType) or not _is_of_the_author(value):
            return value
        return self._copy(value)

    def _copy(self, original: FunctionType) -> Any:
        cells = tuple(CellType() for _ in original.__closure__ or ())
        copy = FunctionType(
            original.__code__,
            self._namespace(original.__globals__),
            original.__name__,
            original.__defaults__,
            cells or None,
        )
        copy.__kwdefaults__ = original.__kwdefaults__
        copy.__dict__.update(original.__dict__)
        self._keep(original, copy)  # before its parts: functions call each other
        for cell, source in zip(cells, original.__closure__ or (), strict=True):
            try:
                cell.cell_contents = self.function(source.cell_contents)
            except ValueError:  # not yet filled
                continue
        for name in _names_in(original.__code__):
            if name in original.__globals__:
                copy.__globals__[name] = self.function(original.__globals__[name])
        return copy

    def _namespace(self, source: dict[str, Any]) -> dict[str, Any]:
        if id(source) not in self.namespaces:
            space = dict(source)
            space["__builtins__"] = {**vars(builtins), "__import__": self._import}
            self.namespaces[id(source)] = space
        return self.namespaces[id(source)]

    def _import(self, name: str, *args: Any, **kwargs: Any) -> Any:
        module = builtins.__import__(name, *args, **kwargs)
        return self.stand_in(module) if is_of_numpy(module) else module

    def _keep(self, original: Any, copy: Any) -> Any:
        self.copies[id(original)] = copy
        return copy


@functools.lru_cache(maxsize=256)
def _names_in(code: CodeType) -> frozenset[str]:
    """Return the global names and attributes that a function and the functions inside it use."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names_in(constant)
    return frozenset(names)


def _is_of_the_author(function: FunctionType) -> bool:
    """Tell a problem's own functions from those of the standard library and of installed packages."""
    root = str(function.__globals__.get("__name__", "")).partition(".")[0]
    return root not in sys.stdlib_module_names and root != "numpy"
