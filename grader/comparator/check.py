"""Is the value right: got against want.

The order is type, shape, dtype, non-finite, value: the first that fails anywhere in a nested result is the
reason. Shapes are compared before anything can broadcast. A list or dict of the wrong length or keys counts
as a wrong shape.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from grader.comparator import messages
from grader.comparator.close import nonfinite_mismatch, nonfinite_mismatches, right_number, wrong_elements
from grader.comparator.digits import digits_right
from grader.comparator.rows import suspicious
from grader.comparator.rule import ANYTHING, ResultRule, rule_for
from grader.comparator.values import Array, Path, index_of, judgeable, native, plain

__all__ = ["ANYTHING", "RIGHT", "Check", "Reason", "ResultRule", "check", "right_floats", "rule_for"]

Reason = Literal["type", "shape", "dtype", "nonfinite", "value"]
FLOAT64 = np.dtype(np.float64)


@dataclass(frozen=True, slots=True)
class Check:
    """The answer: right if `reason` is None.

    `where` leads to the first fault: the steps into a nested result, then the index in the array. `wrong`
    of `total` elements of that array or number are at fault, when the reason is `nonfinite` or `value`.
    """

    reason: Reason | None
    message: str = ""
    where: tuple[int | str, ...] | None = None
    wrong: int = 0
    total: int = 0

    @property
    def ok(self) -> bool:
        """Whether the value is right."""
        return self.reason is None


RIGHT = Check(None)


def check(got: Any, want: Any, tolerance: Any = None, rule: ResultRule = ANYTHING) -> Check:
    """Compare what a submission returned with what the reference returned.

    Parameters
    ----------
    got : Any
        Any object. What is no number, text, array, list, tuple or dict is of a wrong type, and is named by
        its `name` attribute where that is text: a value that could not leave the submission's process.
    want : Any
        Judgeable values, nested as they like; numpy scalars as Python numbers.
    tolerance : Any
        Of the structure of `want`: a float64 array where it has a float or complex array, a float where it
        has a float or complex number, None for what must be equal, on any level.
    rule : ResultRule
        From the return annotation: whether list and tuple differ, and number and array without axes.
    """
    if type(got) is np.ndarray and type(want) is np.ndarray and right_floats(got, want, tolerance):
        return RIGHT
    walk = _Walk()
    fault = walk.visit(got, want, tolerance, rule) or walk.length
    if fault is not None:
        return fault
    for test in (_shape, _dtype, _finite, _value):
        for part in walk.parts:
            fault = test(part)
            if fault is not None:
                return fault
    return RIGHT


def check_form(got: Any, want: Any, rule: ResultRule = ANYTHING) -> Check:
    """Compare all but the values: types, structure, lengths and keys, shapes, dtypes.

    Parameters are those of `check`.
    """
    walk = _Walk()
    fault = walk.visit(got, want, None, rule) or walk.length
    found = (test(part) for test in (_shape, _dtype) for part in walk.parts)
    return fault or next((one for one in found if one is not None), RIGHT)


def right_floats(got: Array, want: Array, tolerance: Any) -> bool:
    """Tell quickly whether a float64 array is right; False may also mean "look again".

    NaN is never right here, nor is an infinity: a difference with one is NaN or infinite, and tolerances
    are finite.
    """
    if (
        type(tolerance) is not np.ndarray
        or got.dtype != FLOAT64
        or want.dtype != FLOAT64
        or got.shape != want.shape
        or tolerance.shape != want.shape
    ):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        difference = np.abs(np.subtract(got, want))
    return bool((difference <= tolerance).all())


@dataclass(frozen=True, slots=True, eq=False)
class _Leaf:
    """A leaf of the result: arrays, or numbers and text."""

    path: Path
    got: Any
    want: Any
    tolerance: Any

    @property
    def is_array(self) -> bool:
        return isinstance(self.want, np.ndarray)


class _Walk:
    """Got and want side by side, down the structure of the want: the leaves, and the first wrong length."""

    def __init__(self) -> None:
        self.parts: list[_Leaf] = []
        self.length: Check | None = None

    def visit(self, got: Any, want: Any, tolerance: Any, rule: ResultRule, path: Path = ()) -> Check | None:
        """Return the first wrong type."""
        got = plain(got)
        if not isinstance(want, list | tuple | dict):
            got = _as_wanted(got, want, rule)
            if not _right_type(got, want):
                return Check("type", messages.wrong_type(got, want, path), path)
            self.parts.append(_Leaf(path, got, want, tolerance))
            return None
        if not _right_container(got, want, rule):
            return Check("type", messages.wrong_type(got, want, path), path)
        self.length = self.length or _wrong_length(got, want, path)
        suspects = suspicious(got, want, tolerance)
        for step in _common(got, want) if suspects is None else suspects:
            inner = None if tolerance is None else tolerance[step]
            fault = self.visit(got[step], want[step], inner, rule.part(step), (*path, step))
            if fault is not None:
                return fault
        return None


def _right_container(got: Any, want: Any, rule: ResultRule) -> bool:
    if isinstance(want, dict):
        return type(got) is dict
    return type(got) is type(want) or (type(got) in (list, tuple) and not rule.names_the_sequence)


def _wrong_length(got: Any, want: Any, path: Path) -> Check | None:
    if isinstance(want, dict):
        if got.keys() == want.keys():
            return None
        missing = [key for key in want if key not in got]
        extra = [key for key in got if key not in want]
        return Check("shape", messages.wrong_keys(missing, extra, path), path)
    if len(got) == len(want):
        return None
    return Check("shape", messages.wrong_length(len(got), len(want), path), path)


def _common(got: Any, want: Any) -> list[Any]:
    """Return the indices or keys that both have."""
    if isinstance(want, dict):
        return [key for key in want if key in got]
    return list(range(min(len(got), len(want))))


def _as_wanted(got: Any, want: Any, rule: ResultRule) -> Any:
    """Turn a number into an array without axes, or the reverse, where the annotation allows both."""
    if type(got) is np.ndarray:
        if got.ndim == 0 and rule.scalar_or_array and isinstance(want, bool | int | float | complex):
            return plain(got[()])
        return native(got)
    if (
        isinstance(want, np.ndarray)
        and want.ndim == 0
        and rule.scalar_or_array
        and _right_type(got, plain(want[()]))
    ):
        try:
            return np.asarray(got, dtype=want.dtype)
        except OverflowError:  # an integer beyond all that the dtype can hold
            return got
    return got


def _right_type(got: Any, want: Any) -> bool:
    if type(want) is np.ndarray:
        return type(got) is np.ndarray and judgeable(got)
    if type(want) is float:
        return type(got) in (float, int)
    if type(want) is complex:
        return type(got) in (complex, float, int)
    return type(got) is type(want)


def _shape(part: _Leaf) -> Check | None:
    if not part.is_array or part.got.shape == part.want.shape:
        return None
    message = messages.wrong_shape(part.got.shape, part.want.shape, part.path)
    return Check("shape", message, part.path)


def _dtype(part: _Leaf) -> Check | None:
    """Compare dtypes: exactly, but integers of any width hold whole numbers equally well."""
    if not part.is_array or part.got.dtype == part.want.dtype:
        return None
    if part.got.dtype.kind in "iu" and part.want.dtype.kind in "iu":
        return None
    message = messages.wrong_dtype(part.got.dtype, part.want.dtype, part.path)
    return Check("dtype", message, part.path)


def _finite(part: _Leaf) -> Check | None:
    if not part.is_array:
        if not nonfinite_mismatch(part.got, part.want):
            return None
        got, want = np.asarray(_bounded(part.got)), np.asarray(part.want)
        return Check("nonfinite", messages.not_finite(got, want, part.path, 1, ()), part.path, 1, 1)
    odd = nonfinite_mismatches(part.got, part.want)
    count = int(np.count_nonzero(odd))
    if not count:
        return None
    index = index_of(int(np.argmax(odd)), odd.shape)
    message = messages.not_finite(part.got, part.want, part.path, count, index)
    return Check("nonfinite", message, (*part.path, *index), count, odd.size)


def _bounded(number: Any) -> complex | float:
    """Return a number that numpy can hold: an integer beyond all floats counts as infinite."""
    try:
        return complex(number) if isinstance(number, complex) else float(number)
    except OverflowError:
        return np.inf if number > 0 else -np.inf


def _value(part: _Leaf) -> Check | None:
    if not part.is_array:
        if right_number(part.got, part.want, part.tolerance):
            return None
        return Check("value", _value_message(part, 1, 1, ()), part.path, 1, 1)
    wrong = wrong_elements(part.got, part.want, part.tolerance)
    count = int(np.count_nonzero(wrong))
    if not count:
        return None
    index = index_of(int(np.argmax(wrong)), wrong.shape)
    message = _value_message(part, count, wrong.size, index)
    return Check("value", message, (*part.path, *index), count, wrong.size)


def _value_message(part: _Leaf, wrong: int, total: int, index: tuple[int, ...]) -> str:
    digits = None if part.tolerance is None else digits_right(part.got, part.want)
    return messages.wrong_value(total, part.path, wrong, index, digits)
