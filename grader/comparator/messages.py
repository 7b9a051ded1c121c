"""What a failed check says to a learner: what came, what was wanted, and the likely slip.

No message holds a number of the got or the want: it may stand in the report of a hidden case.
"""

from typing import Any

import numpy as np

from grader.comparator.values import Array, Path, element, name_of, place, plain
from grader.precision import DERIVED_DIGITS
from grader.values import BY_NAME, TYPES


def wrong_type(got: Any, want: Any, path: Path) -> str:
    """Say that a value of another type is wanted, and how to make it."""
    if got is None and want is not None:
        return _said(
            "returned None: is a `return` missing?", f"{place(path)} is None: was it never set?", path
        )
    kind = BY_NAME["ndarray"] if isinstance(want, np.ndarray) else TYPES.get(type(want))
    wanted = kind.phrase if kind is not None else name_of(want)
    remedy = _to_array(got, want) if isinstance(want, np.ndarray) else _from_array(got, want)
    return _said(f"returned {_shaped(got)}", f"{place(path)} is {_shaped(got)}", path) + (
        f", want {wanted}" + (f": {remedy}" if remedy else "")
    )


def _said(whole: str, part: str, path: Path) -> str:
    return part if path else whole


def _shaped(got: Any) -> str:
    if isinstance(got, np.ndarray) and type(got) is np.ndarray:
        return f"{name_of(got)} and shape {got.shape}"
    return name_of(got)


def _first(*rows: tuple[bool, str]) -> str:
    """Return the first text whose condition holds, or an empty one."""
    return next((text for holds, text in rows if holds), "")


def _to_array(got: Any, want: Array) -> str:
    sequence = isinstance(got, list | tuple)
    holds_arrays = isinstance(got, tuple) and any(isinstance(item, np.ndarray) for item in got)
    like_array = any(word in name_of(got) for word in ("array", "matrix", "subclass"))
    like_array = like_array or isinstance(got, np.ndarray)
    is_number = isinstance(plain(got), bool | int | float | complex)
    return _first(
        (holds_arrays, "return the array alone, without what else was computed"),
        (sequence, "`np.array(...)` makes an array of it"),
        (is_number and want.ndim == 0, "`np.array(...)` makes an array without axes of it"),
        (is_number, "one number is left: was an axis forgotten, or one element taken out?"),
        (isinstance(got, str | bytes | dict), "return the numbers themselves, as an array"),
        (like_array, f"`np.asarray(result, dtype=np.{want.dtype.name})` makes a plain array of it"),
        (True, f"return a plain array of {want.dtype.name}"),
    )


def _from_array(got: Any, want: Any) -> str:
    array, sequence = isinstance(got, np.ndarray), isinstance(got, list | tuple)
    number = isinstance(want, int | float | complex) and not isinstance(want, bool)
    whole = isinstance(want, int) and number
    return _first(
        (array and number and got.size == 1, "`.item()` takes the one number out"),
        (array and number, "was a sum or a mean forgotten?"),
        (array and isinstance(want, list), "`.tolist()` makes a list of it"),
        (isinstance(got, bool) and number, "a comparison gives a truth value, not a number"),
        (isinstance(got, float) and whole, "`int(...)` or `//` gives a whole number"),
        (sequence and isinstance(want, list), "`list(...)` makes one of it"),
        (sequence and isinstance(want, tuple), "`tuple(...)` makes one of it"),
        (sequence and number, "return the number alone"),
        (isinstance(want, tuple), "return all parts, separated by commas"),
    )


def wrong_length(got: int, want: int, path: Path) -> str:
    """Say that a list or tuple has too few or too many items."""
    what = _said("returned", f"{place(path)} has", path)
    return f"{what} {got} {'item' if got == 1 else 'items'}, want {want}"


def wrong_keys(missing: list[str], extra: list[str], path: Path) -> str:
    """Say which keys a dict lacks and which it has too many; extra ones are counted, not quoted."""
    faults = [f"the key {key!r} is missing" for key in missing[:3]]
    if len(missing) > 3:
        faults.append(f"{len(missing) - 3} more are missing")
    if extra:
        faults.append(f"{len(extra)} {'key is' if len(extra) == 1 else 'keys are'} not wanted")
    return f"{place(path)}: " + ", ".join(faults)


def wrong_shape(got: tuple[int, ...], want: tuple[int, ...], path: Path) -> str:
    """Say both shapes and what usually makes the difference."""
    slip = _shape_slip(got, want)
    head = f"{place(path)} has shape {got}" if path else f"got shape {got}"
    return f"{head}, want {want}" + (f": {slip}" if slip else "")


def _shape_slip(got: tuple[int, ...], want: tuple[int, ...]) -> str:
    same_size = int(np.prod(got)) == int(np.prod(want))
    same_but_ones = [n for n in got if n != 1] == [n for n in want if n != 1]
    fewer, more = len(got) < len(want), len(got) > len(want)
    other = [axis for axis, (g, w) in enumerate(zip(got, want, strict=False)) if g != w]
    return _first(
        (
            same_but_ones and more,
            "an axis of length 1 too many (a `keepdims=True`, `reshape` or `[None]` that was not undone?)",
        ),
        (
            same_but_ones and fewer,
            "an axis of length 1 is gone (a `squeeze`, an index or a mean without `keepdims=True`?)",
        ),
        (got == want[::-1], "the axes are in the opposite order (a `.T` too many or too few?)"),
        (sorted(got) == sorted(want), "the axes are in another order (`np.moveaxis` or `transpose`?)"),
        (len(got) == 1 and same_size, "the axes are flattened into one: `reshape` gives them back"),
        (same_size, "the right number of elements, laid out in other axes"),
        (fewer and _is_part(got, want), "an axis is summed or indexed away"),
        (more and _is_part(want, got), "an axis too many: does an operand of another shape broadcast?"),
        (len(got) == len(want) and len(other) == 1, f"axis {other[:1] and other[0]} has another length"),
    )


def _is_part(short: tuple[int, ...], long: tuple[int, ...]) -> bool:
    rest = iter(long)
    return all(n in rest for n in short)


def wrong_dtype(got: np.dtype[Any], want: np.dtype[Any], path: Path) -> str:
    """Say both dtypes and where the got one usually comes from."""
    head = f"{place(path)} has dtype {got.name}" if path else f"got dtype {got.name}"
    return f"{head}, want {want.name}: {_dtype_slip(got, want)}"


def _dtype_slip(got: np.dtype[Any], want: np.dtype[Any]) -> str:
    cast = f"`.astype(np.{want.name})`"
    shorter = got.kind == want.kind and got.itemsize < want.itemsize
    return _first(
        (
            want.kind == "f" and got.kind == "b",
            "a comparison gives truth values: multiply by it, or use `np.where`, to get numbers",
        ),
        (
            want.kind == "f" and got.kind in "iu",
            f"an array of whole numbers cuts off what is stored in it; convert the input first with {cast}",
        ),
        (shorter, f"the work or the result was made in lower precision; keep everything in {want.name}"),
        (
            want.kind == "f" and got.kind == "c",
            "the root of a negative number, or an FFT: `.real` if the imaginary parts are 0",
        ),
        (want.kind in "iu" and got.kind == "f", f"whole numbers are wanted: `//`, or {cast}"),
        (want.kind == "b", "truth values are wanted: a comparison such as `x > 0` gives them"),
        (True, f"{cast} at the end gives the type that is asked for"),
    )


def not_finite(got: Array, want: Array, path: Path, odd: int, index: tuple[int, ...]) -> str:
    """Say where NaN or an infinity stands and should not, or the reverse."""
    at = _counted(odd, want.size, path, index)
    g, w = got[index], want[index]
    if np.isnan(g):
        return f"NaN {at}: 0/0, inf - inf and the root or logarithm of a negative number give NaN"
    if np.isinf(g) and np.isfinite(w):
        return f"an infinity {at}: a division by zero, or a number too large for its type"
    if np.isinf(g):
        return f"an infinity {at}, where " + ("NaN is wanted" if np.isnan(w) else "the other sign is wanted")
    return f"a finite number {at}, where {'NaN' if np.isnan(w) else 'an infinity'} is wanted"


def wrong_value(total: int, path: Path, wrong: int, index: tuple[int, ...], digits: int | None) -> str:
    """Say how much of the result is wrong, where first, and how nearly right it is."""
    nearly = ""
    # Who has more digits than a derived tolerance asks for beside the largest number is wrong at small ones.
    if digits is not None and 3 <= digits <= DERIVED_DIGITS:
        nearly = f"; the result is right to about {digits} digits, and more are wanted"
    if total == 1 and not path and not index:
        return f"the value is wrong{nearly}"
    return f"wrong {_counted(wrong, total, path, index)}{nearly}"


def _counted(count: int, total: int, path: Path, index: tuple[int, ...]) -> str:
    where = element(path, index)
    if total == 1:
        return f"at {where}" if path else ("at its only element" if index else "in place of the value")
    return f"at {count} of {total} elements, first at {where}"
