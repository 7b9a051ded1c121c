"""Judged values in the form in which a `Result` carries them: bounded, plain data."""

import math
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import numpy as np
from pydantic import JsonValue

from grader.result import ShownValue
from grader.values import TYPES

Array = np.ndarray[Any, np.dtype[Any]]

MAX_ELEMENTS = 1000
MAX_TEXT = 2000
MAX_INT_BITS = 512
_PLAIN = (*TYPES, Mapping, np.generic)


def shown(value: object) -> ShownValue:
    """Return `value` as a report may show it: at most `MAX_ELEMENTS` numbers, `MAX_TEXT` characters a string.

    NaN and infinities become the strings ``NaN``, ``Infinity``, ``-Infinity``; complex numbers, bytes and
    integers of more than `MAX_INT_BITS` bits become text. What did not travel has no data, and inside of a
    list its description in angle brackets.
    """
    if isinstance(value, np.ndarray):
        kept = _corner(value, MAX_ELEMENTS)
        return ShownValue(
            type="ndarray",
            dtype=value.dtype.name,
            shape=value.shape,
            data=_plain(kept.tolist(), _Budget(MAX_ELEMENTS)),
            truncated=kept.size < value.size,
        )
    budget = _Budget(MAX_ELEMENTS)
    data = _plain(value, budget) if isinstance(value, _PLAIN) else None
    inner = tuple(islice(_inner_tuples(value, ()), MAX_ELEMENTS))
    return ShownValue(type=type_name(value), data=data, tuples=inner, truncated=budget.cut)


def type_name(value: object) -> str:
    """Return what `value` is: its type, or its description if it did not travel."""
    if value is None:
        return "None"
    name = getattr(value, "name", None)
    if isinstance(name, str) and not isinstance(value, np.ndarray):
        return name[:200]
    return type(value).__name__


def _inner_tuples(value: object, path: tuple[int | str, ...]) -> Iterator[tuple[int | str, ...]]:
    """Yield the paths to the tuples inside of a value, in order."""
    if isinstance(value, tuple) and path:
        yield path
    if isinstance(value, list | tuple):
        for index, item in enumerate(value[:MAX_ELEMENTS]):
            yield from _inner_tuples(item, (*path, index))
    elif isinstance(value, Mapping):
        for key, item in islice(value.items(), MAX_ELEMENTS):
            yield from _inner_tuples(item, (*path, _text(str(key), _Budget(0))))


class _Budget:
    """How many more elements may be shown."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.cut = False

    def take(self) -> bool:
        if self.left <= 0:
            self.cut = True
            return False
        self.left -= 1
        return True


def _corner(
    a: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]", budget: int
) -> "np.ndarray[tuple[int, ...], np.dtype[np.generic]]":
    """Return the leading corner of `a` with at most `budget` elements, last axes kept longest."""
    return a[tuple(slice(take) for take in corner_of(a.shape, budget))]


def corner_of(shape: tuple[int, ...], budget: int = MAX_ELEMENTS) -> tuple[int, ...]:
    """Return the shape of the leading corner of an array of `shape` that is shown."""
    takes: list[int] = []
    for n in reversed(shape):
        take = min(n, budget)
        takes.append(take)
        budget //= max(take, 1)
    return tuple(reversed(takes))


def _plain(value: object, budget: _Budget) -> JsonValue:
    if isinstance(value, list | tuple):
        return [_plain(v, budget) for v in value[: budget.left + 1] if budget.left > 0 or _overrun(budget)]
    if isinstance(value, Mapping):
        kept: dict[str, JsonValue] = {}
        for key, item in value.items():
            if budget.left <= 0:
                budget.cut = True
                break
            kept[_text(str(key), budget)] = _plain(item, budget)
        return kept
    if isinstance(value, np.ndarray):
        kept_array = _corner(value, max(budget.left, 1))
        budget.cut = budget.cut or kept_array.size < value.size
        return _plain(kept_array.tolist(), budget)
    budget.take()
    return _scalar(value, budget)


def _overrun(budget: _Budget) -> bool:
    budget.cut = True
    return False


def _scalar(value: object, budget: _Budget) -> JsonValue:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if value.bit_length() <= MAX_INT_BITS else f"an integer of {value.bit_length()} bits"
    if isinstance(value, float | np.floating):
        number = float(value)
        if math.isnan(number):
            return "NaN"
        if math.isinf(number):
            return "Infinity" if number > 0 else "-Infinity"
        return number
    if isinstance(value, str):
        return _text(value, budget)
    if isinstance(value, bytes):
        return _text(repr(value[:MAX_TEXT]), budget)
    if isinstance(value, complex | np.complexfloating):
        return str(complex(value))
    return f"<{_text(type_name(value), budget)}>"


def _text(text: str, budget: _Budget) -> str:
    if len(text) > MAX_TEXT:
        budget.cut = True
        text = text[:MAX_TEXT]
    # A lone surrogate can't be encoded as UTF-8, and so in no report.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
