"""What a value is: the types that can be judged, their names for a learner, and nested outputs as leaves."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from grader.values import ARRAY_DTYPE_KINDS, TYPES

Array = np.ndarray[Any, Any]
Path = tuple[int | str, ...]

ROW = 32
"""From how many numbers on they are looked at as an array."""
_ROWS: dict[type, type] = {float: np.float64, int: np.int64, bool: np.bool_}
_NAME_LIMIT = 120  # a foreign value's name comes from the submission


def plain(value: object) -> object:
    """Return `value`, a numpy scalar as the Python number that it stands for.

    A long double becomes a float: Python has no wider one.
    """
    if not isinstance(value, np.generic):
        return value
    if isinstance(value, np.floating):
        return float(value)
    if isinstance(value, np.complexfloating):
        return complex(value)
    return value.item()


def judgeable(value: object) -> bool:
    """Tell whether `value` itself (not what it holds) is of a type that can be right."""
    if type(value) is np.ndarray:
        return value.dtype.kind in ARRAY_DTYPE_KINDS
    return type(value) in TYPES


def native(array: Array) -> Array:
    """Return `array` in the machine's byte order: it says nothing about the values."""
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def printable(text: str, limit: int = _NAME_LIMIT) -> str:
    """Return `text` on one line, bounded, with nothing that a terminal could obey."""
    kept = "".join(c if c.isprintable() else "?" for c in text[:limit])
    return kept + ("…" if len(text) > limit else "")


def name_of(value: object) -> str:
    """Name a value as a learner would: "a list", "an array of float32", "None"."""
    if value is None:
        return "None"
    if type(value) is np.ndarray:
        return f"an array of {value.dtype.name}"
    if isinstance(value, list | tuple) and type(value) in (list, tuple):
        return f"a {type(value).__name__} of {len(value)}"
    if isinstance(value, np.ndarray):
        masked = isinstance(value, np.ma.MaskedArray)
        return "a masked array" if masked else with_article(printable(type(value).__name__))
    if not judgeable(value):
        claimed = getattr(value, "name", None)
        if isinstance(claimed, str) and claimed:
            return printable(claimed)
    return with_article(printable(type(value).__name__))


def with_article(noun: str) -> str:
    """Put "a" or "an" before `noun`."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the parts of a nested output that are no list, tuple or dict, each with its path.

    An empty container is a leaf: its type is all that it says.
    """
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list | tuple) and value:
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path, value


def rebuild(value: Any, replacements: Iterator[Any]) -> Any:
    """Return the structure of `value` with its leaves replaced, in the order of `leaves`."""
    if isinstance(value, dict) and value:
        return {key: rebuild(item, replacements) for key, item in value.items()}
    if isinstance(value, list | tuple) and value:
        items = [rebuild(item, replacements) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return next(replacements)


def row_of(values: list[Any] | tuple[Any, ...]) -> Array | None:
    """Return a list or tuple of floats only, of ints of 64 bits only or of truth values only as an array.

    None if it is none of these, or too short for that to pay. What a million numbers cost one by one is
    seconds.
    """
    if len(values) < ROW:
        return None
    kinds = {*map(type, values)}
    if len(kinds) != 1:
        return None
    dtype = _ROWS.get(kinds.pop())
    if dtype is None:
        return None
    try:
        return np.array(values, dtype)
    except OverflowError:  # an int of more bits
        return None


def map_leaves(
    change: Callable[[Any], Any], value: Any, row: Callable[[Any, Array], Any] | None = None
) -> Any:
    """Return the structure of `value` with `change` applied to its leaves, in order.

    With `row`, a long list or tuple of numbers becomes what that makes of it and of its numbers as an array.
    """
    if isinstance(value, dict) and value:
        return {key: map_leaves(change, item, row) for key, item in value.items()}
    if isinstance(value, list | tuple) and value:
        if row is not None and (numbers := row_of(value)) is not None:
            return row(value, numbers)
        items = [map_leaves(change, item, row) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return change(value)


def first_odd(value: Any, path: Path = ()) -> tuple[Path, Any] | None:
    """Return the first part of a nested output that can't be judged, with its path."""
    if isinstance(value, dict) and value:
        entries: Iterator[tuple[int | str, Any]] = iter(value.items())
    elif isinstance(value, list | tuple) and value:
        if row_of(value) is not None:
            return None
        entries = enumerate(value)
    else:
        return None if judgeable(plain(value)) or (isinstance(value, tuple) and not value) else (path, value)
    return next((odd for step, item in entries if (odd := first_odd(item, (*path, step)))), None)


def copied(value: Any) -> Any:
    """Return `value` with copies of its arrays and containers."""
    return map_leaves(
        lambda leaf: leaf.copy(order="K") if isinstance(leaf, np.ndarray) else _fresh(leaf),
        value,
        lambda row, _: row[:],
    )


def _fresh(leaf: Any) -> Any:
    return type(leaf)() if isinstance(leaf, list | dict) else leaf


def place(path: Path) -> str:
    """Write where a part of the result is: ``result[1]['mean']``; the whole result is ``result``."""
    return "result" + "".join(f"[{step!r}]" for step in path)


def index_of(flat: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the index of the element that is number `flat` in C order."""
    return tuple(int(i) for i in np.unravel_index(flat, shape)) if shape else ()


def element(path: Path, index: tuple[int, ...]) -> str:
    """Write where an element is: ``[0, 3]`` of the result, or ``result[1][0, 3]`` of a part."""
    inside = f"[{', '.join(map(str, index))}]" if index else ""
    return (place(path) if path else "") + inside
