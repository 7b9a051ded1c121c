"""Arguments as a submission gets them: layouts, sequences, and whether they were changed in place.

Standard library, numpy and `wire` only: this module is loaded into the process that runs submissions.
"""

from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from .values import LARGE_BYTES
from .wire import Call, LaidArray, WireError, encode_value

Array = np.ndarray[Any, Any]

_ndarray = np.ndarray
_copyto = np.copyto
_not_equal, _any = np.not_equal, np.logical_or.reduce
_word = np.dtype(np.uint64)
_nan = np.nan


@dataclass(frozen=True, slots=True, eq=False)
class MutableArgument:
    """An argument that can be changed in place, beside what it was."""

    index: int
    value: Any
    data: Any  # bytes; of a large array numbers that hold them
    shape: tuple[int, ...] | None  # None: not an array, `data` is its encoding
    dtype: Any


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """The arguments of a step that can be changed in place, beside what they were.

    Most are small arrays: what these were lies together, since each object that a fork looks at for the
    first time may cost it the copy of a page.
    """

    indices: tuple[int, ...]
    arrays: tuple[Array, ...]
    shapes: list[tuple[int, ...]]
    dtypes: list[Any]
    data: bytes  # of all arrays
    others: tuple[MutableArgument, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A call ready to be made: the positional arguments of each step, and what to look at afterwards."""

    steps: tuple[tuple[Any, ...], ...]
    kept: tuple[Before, ...]
    refills: tuple[tuple[tuple[Array, Array], ...], ...]  # for each step (array to fill, values)
    overwrite_results: bool
    echo: bool


def lay(laid: LaidArray) -> Array:
    """Return a fresh array with the values and the layout of `laid`."""
    values = laid.array
    if laid.order == "F":
        array = np.array(values, order="F")
    elif laid.order == "strided" and values.ndim:
        block = np.empty((*values.shape[:-1], 2 * values.shape[-1]), values.dtype)
        # What lies between is never asked for; not-a-number shows who takes it all the same.
        block[...] = np.nan if values.dtype.kind in "fc" else 1
        array = block[..., ::2]
        array[...] = values
    elif laid.order == "backwards":
        back = (slice(None, None, -1),) * values.ndim
        array = np.array(values[back], order="C")[back]
    else:
        array = np.array(values, order="C")
    if laid.readonly:
        array.flags.writeable = False
    return array


def _argument(value: Any) -> Any:
    """Replace arrays with a layout by arrays in that layout, at any depth."""
    kind = type(value)
    if kind is LaidArray:
        return lay(value)
    if kind in (list, tuple):
        return kind(_argument(v) for v in value)
    if kind is dict:
        return {key: _argument(v) for key, v in value.items()}
    return value


def _keep(index: int, value: Any) -> MutableArgument | None:
    if type(value) is _ndarray:
        if not value.flags.writeable:
            return None
        data: Any = value.tobytes()
        if len(data) >= LARGE_BYTES and len(data) % _word.itemsize == 0 and value.flags.c_contiguous:
            data = np.frombuffer(data, _word)
        return MutableArgument(index, value, data, value.shape, value.dtype)
    if type(value) in (list, tuple, dict):
        return MutableArgument(index, value, encode_value(value), None, None)
    return None


def _before(kept: list[MutableArgument]) -> Before:
    small = [k for k in kept if k.shape is not None and type(k.data) is bytes]
    return Before(
        tuple(k.index for k in small),
        tuple(k.value for k in small),
        [k.value.shape for k in small],
        [k.dtype for k in small],
        b"".join([k.data for k in small]),
        tuple(k for k in kept if k not in small),
    )


def prepare(call: Call) -> Prepared:
    """Make the arguments of a call."""
    steps = [tuple(_argument(value) for value in step) for step in call.steps]
    refills: list[tuple[tuple[Array, Array], ...]] = [() for _ in steps]
    if call.reuse and len(steps) > 1:
        first = steps[0]
        for number in range(len(steps)):
            pairs = []
            merged = list(steps[number])
            for index, (own, shared) in enumerate(zip(merged, first, strict=False)):
                if _can_refill(shared, own):
                    pairs.append((shared, own if own is not shared else own.copy()))
                    merged[index] = shared
            refills[number] = tuple(pairs)
            steps[number] = tuple(merged)
    kept = []
    for step, into in zip(steps, refills, strict=True):
        refill(into)
        mutable = [_keep(index, value) for index, value in enumerate(step)]
        kept.append(_before([k for k in mutable if k is not None]))
    refill(refills[0])  # what was kept of the last step stands in the shared arrays now
    refill(refills[0])  # what was kept of later steps has gone through the same arrays
    return Prepared(tuple(steps), tuple(kept), tuple(refills), call.overwrite_results, call.echo)


def _can_refill(shared: Any, own: Any) -> bool:
    return (
        type(shared) is type(own) is _ndarray
        and shared.shape == own.shape
        and shared.dtype == own.dtype
        and bool(shared.flags.writeable)
    )


def refill(pairs: tuple[tuple[Array, Array], ...]) -> None:
    """Put the values of a step into the arrays that the steps share."""
    for target, values in pairs:
        _copyto(target, values)


def changed(before: Before) -> list[int]:
    """Return the indices of the arguments that are no longer what they were."""
    found = [] if _same_arrays(before) else _changed_arrays(before)
    for was in before.others:
        value = was.value
        if was.shape is None:
            try:
                same = encode_value(value) == was.data
            except (WireError, RecursionError):
                same = False
        else:
            same = _same_words(value, was)
        if not same:
            found.append(was.index)
    found.sort()
    return found


def _same_arrays(before: Before) -> bool:
    arrays = before.arrays
    return (
        b"".join([array.tobytes() for array in arrays]) == before.data
        and [array.shape for array in arrays] == before.shapes
        and [array.dtype for array in arrays] == before.dtypes
    )


def _changed_arrays(before: Before) -> list[int]:
    found = []
    at = 0
    for index, array, shape, dtype in zip(
        before.indices, before.arrays, before.shapes, before.dtypes, strict=True
    ):
        end = at + prod(shape) * dtype.itemsize
        if array.shape != shape or array.dtype != dtype or array.tobytes() != before.data[at:end]:
            found.append(index)
        at = end
    return found


def _same_words(value: Array, was: MutableArgument) -> bool:
    """Compare a large array with what it was where it lies: a copy of it would have to be made first."""
    if value.shape != was.shape or value.dtype != was.dtype:
        return False
    if not value.flags.c_contiguous:
        return value.tobytes() == bytes(was.data)
    words = value.reshape(-1).view(_word)
    return not _any(_not_equal(words, was.data))


def overwrite_result(value: Any, depth: int = 0) -> None:
    """Overwrite the arrays in a returned value, as a caller may who has copied them."""
    kind = type(value)
    if kind is _ndarray:
        if value.flags.writeable and value.dtype.kind in "biufc":
            value[...] = _nan if value.dtype.kind in "fc" else 1
    elif kind in (list, tuple) and depth < 4:
        for each in value:
            overwrite_result(each, depth + 1)
    elif kind is dict and depth < 4:
        for each in dict.values(value):
            overwrite_result(each, depth + 1)
