"""What a case may hold so that it travels, and so that every right answer to it does.

A submission's answer comes over the wire under bounds (`grader.runner.values`). If a right one could exceed
them, it would be refused: so the reference's result is measured in the largest form that a right answer may
have, and a case that is too large is the author's to change, when the bank is built.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.comparator.values import place, row_of
from grader.problem.case import Laid
from grader.runner.frames import MAX_VALUES_BYTES
from grader.runner.wire import (
    ENTRY_PARTS,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_INT_BITS,
    MAX_REPLY_BYTES,
    MAX_REPLY_PARTS,
    NUMBERS_A_PART,
    LaidArray,
    WireError,
    encode_strictly,
)

MAX_WANT_BYTES = MAX_VALUES_BYTES * 3 // 4
"""Of one case's results, so that a wrong one that is somewhat larger still comes back to be judged."""

_HEAD = 9  # bytes of a tag and a length
_INT64_BITS = 63
_ENDLESS = 1_000


class LimitError(Exception):
    """A value that exceeds a limit; the text says where, which, got and allowed, and the remedy."""


@dataclass(frozen=True, slots=True)
class Size:
    """What a value takes on the wire at most, with each number by itself and integers of 64 bits."""

    size_bytes: int
    parts: int


def measure(value: Any, root: str = "result") -> Size:
    """Return what `value` takes, wherever it travels.

    Parameters
    ----------
    root
        What the value is called.

    Raises
    ------
    LimitError
        A limit that holds for every value is exceeded: on depth, axes, integers, text and keys.
    """
    walk = _Measure(root)
    walk.visit(value, (), 0)
    return Size(walk.size_bytes, -(-walk.numbers // NUMBERS_A_PART))


def measure_result(result: Any) -> Size:
    """Return what a reference's result takes.

    Raises
    ------
    LimitError
        A right answer might not travel.
    """
    walk = _Measure("result", bounded=True)
    walk.visit(result, (), 0)
    return Size(walk.size_bytes, -(-walk.numbers // NUMBERS_A_PART))


def echoed_bytes(argument: Any, root: str) -> int:
    """Return what an argument takes that has to come back.

    Raises
    ------
    LimitError
        It is too large for that.
    """
    array = argument.array if isinstance(argument, LaidArray | Laid) else argument
    try:
        return len(encode_strictly(array))
    except WireError:
        size = measure(array, root)
        if size.parts > MAX_REPLY_PARTS:
            raise LimitError(_too_many(root, size.parts, "choose fewer")) from None
        raise LimitError(
            f"{root} takes {size.size_bytes:,} bytes, more than the {MAX_REPLY_BYTES:,} that come back to be "
            'compared under in_place = "reject"; choose a smaller one'
        ) from None


def _too_many(where: str, parts: int, remedy: str) -> str:
    return (
        f"{where} has {parts:,} parts or more, allowed are {MAX_REPLY_PARTS:,} "
        f"({NUMBERS_A_PART} numbers count as one); {remedy}"
    )


class _Measure:
    """Goes through a value and adds up what it takes."""

    def __init__(self, root: str, *, bounded: bool = False) -> None:
        self._root = root
        self._most = MAX_REPLY_PARTS * NUMBERS_A_PART if bounded else None
        self.size_bytes = 0
        self.numbers = 0

    def _at(self, path: tuple[Any, ...]) -> str:
        return self._root + place(path).removeprefix("result")

    def _add(self, size_bytes: int, numbers: int) -> None:
        self.size_bytes += size_bytes
        self.numbers += numbers
        if self._most is not None and self.numbers > self._most:
            parts = -(-self.numbers // NUMBERS_A_PART)
            raise LimitError(_too_many(self._root, parts, "return arrays, or choose smaller arguments"))

    def visit(self, value: Any, path: tuple[Any, ...], depth: int) -> None:
        if depth > MAX_DEPTH:
            raise LimitError(
                f"{self._root} is nested {_depth(value, depth)} levels deep, more than {MAX_DEPTH}; "
                "make it flatter"
            )
        if isinstance(value, LaidArray | Laid):
            value = value.array
        if isinstance(value, np.ndarray):
            self._array(value, path)
        elif isinstance(value, list | tuple):
            self._series(value, path, depth)
        elif isinstance(value, Mapping):
            self._mapping(value, path, depth)
        else:
            self._leaf(value, path)

    def _leaf(self, value: Any, path: tuple[Any, ...]) -> None:
        if isinstance(value, str):
            self._text(value, path)
            self._add(_HEAD + len(value.encode()), NUMBERS_A_PART)
        elif isinstance(value, bytes):
            self._add(_HEAD + len(value), NUMBERS_A_PART)
        elif isinstance(value, bool | np.bool_):
            self._add(1, 1)
        elif isinstance(value, int | np.integer):
            self._add(self._int(int(value), path), 1)
        elif isinstance(value, complex | np.complexfloating):
            self._add(17, 1)
        elif isinstance(value, float | np.floating):
            self._add(9, 1)
        else:
            self._add(1, NUMBERS_A_PART)

    def _series(self, value: Any, path: tuple[Any, ...], depth: int) -> None:
        self._add(_HEAD, NUMBERS_A_PART)
        row = row_of(value)
        if row is not None and depth < MAX_DEPTH:
            self._add(len(row) * (1 if row.dtype.kind == "b" else 9), len(row))
            return
        for index, item in enumerate(value):
            self.visit(item, (*path, index), depth + 1)

    def _mapping(self, value: Mapping[Any, Any], path: tuple[Any, ...], depth: int) -> None:
        self._add(_HEAD, NUMBERS_A_PART * (1 + ENTRY_PARTS * len(value)))
        for key, item in value.items():
            if not isinstance(key, str):
                raise LimitError(
                    f"{self._at(path)} is a dict with a key of type {type(key).__name__}; "
                    "keys must be str, so use `str(key)`, or a list of pairs"
                )
            self._text(key, path)
            self._add(_HEAD + len(key.encode()), 0)
            self.visit(item, (*path, key), depth + 1)

    def _array(self, value: np.ndarray[Any, Any], path: tuple[Any, ...]) -> None:
        if value.ndim > MAX_DIMENSIONS:
            raise LimitError(
                f"{self._at(path)} is an array of {value.ndim} axes, more than {MAX_DIMENSIONS}; reshape it"
            )
        # Integers of any width are equally right.
        each = 8 if value.dtype.kind in "iu" else value.dtype.itemsize
        self._add(3 + 8 * value.ndim + each * value.size, NUMBERS_A_PART)

    def _int(self, value: int, path: tuple[Any, ...]) -> int:
        bits = value.bit_length()
        if bits > MAX_INT_BITS:
            raise LimitError(
                f"{self._at(path)} is an int of {bits:,} bits, more than {MAX_INT_BITS:,}; "
                "choose smaller numbers"
            )
        return 9 if bits <= _INT64_BITS else _HEAD + bits // 8 + 1

    def _text(self, value: str, path: tuple[Any, ...]) -> None:
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise LimitError(
                f"{self._at(path)} holds a str with half of a surrogate pair, {value[error.start]!a}; "
                "use whole characters"
            ) from None


def _depth(value: Any, depth: int) -> str:
    """Return how deep a value is that lies `depth` deep, down its first containers."""
    while isinstance(value, list | tuple | Mapping) and value and depth < _ENDLESS:
        inner = list(value.values()) if isinstance(value, Mapping) else value
        value = next((item for item in inner if isinstance(item, list | tuple | Mapping)), None)
        depth += 1
    return f"{depth}" if depth < _ENDLESS else f"{_ENDLESS:,} or more"
