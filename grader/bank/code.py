"""A case as Python that can be pasted, exact to the last bit and of bounded length."""

import math
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.bank.calls import plain
from grader.bank.model import BankCase
from grader.problem.case import AnyCase, Laid
from grader.runner.wire import LaidArray

MAX_ELEMENTS = 1_000
"""Of an array; a larger one is described instead, unless it repeats a few."""
MAX_PERIOD = 8
MAX_TEXT = 2_000
MAX_CODE = 50_000
WIDTH = 92
"""Of a line with an array's numbers."""
_TOO_LARGE = "too large to show"
_TOO_LONG = "# … too long to show"
_DEFAULTS = (np.dtype(np.float64), np.dtype(np.int64), np.dtype(np.bool_), np.dtype(np.complex128))


def code_for(entry_point: str, case: BankCase | AnyCase | Mapping[str, Any]) -> str:
    """Return code that calls `entry_point` as a case does.

    Parameters
    ----------
    entry_point
        The function's name.
    case
        A case, or the arguments of one call by name, in the order of the parameters.

    Returns
    -------
    str
        Statements; with an import of numpy first if they need one. Arguments are passed by position.
    """
    if isinstance(case, BankCase):
        layouts = [
            dict(zip(args, step, strict=True)) for args, step in zip(case.steps, case.call.steps, strict=True)
        ]
        lines = _lines(
            entry_point, layouts, reuse=case.call.reuse, overwrite_results=case.call.overwrite_results
        )
    elif isinstance(case, Mapping):
        lines = _lines(entry_point, [dict(case)], reuse=False, overwrite_results=False)
    else:
        reuse, overwrite_results = getattr(case, "reuse", False), getattr(case, "overwrite_results", False)
        lines = _lines(
            entry_point, [dict(args) for args in case.calls], reuse=reuse, overwrite_results=overwrite_results
        )
    body = "\n".join(lines)
    code = f"import numpy as np\n\n{body}" if "np." in body else body
    return code if len(code) <= MAX_CODE else f"{code[:MAX_CODE]}\n{_TOO_LONG}"


def is_whole(code: str) -> bool:
    """Return whether code does what the case does, with nothing left out for its length."""
    return _TOO_LARGE not in code and not code.endswith(_TOO_LONG)


def _lines(
    entry_point: str, calls: list[dict[str, Any]], *, reuse: bool, overwrite_results: bool
) -> list[str]:
    if len(calls) == 1:
        written = [f"    {literal(value)},  # {name}" for name, value in calls[0].items()]
        return [f"{entry_point}(", *written, ")"]
    lines: list[str] = []
    before: dict[str, Any] = {}
    for number, args in enumerate(calls, 1):
        for name, value in args.items():
            refilled = reuse and _same_kind(before.get(name), value)
            lines.append(
                f"{name}[...] = {literal(plain(value))}" if refilled else f"{name} = {literal(value)}"
            )
        before |= args
        # Each result is kept, as it is looked at after the last call.
        lines.append(f"result_{number} = {entry_point}({', '.join(args)})")
        if overwrite_results and number < len(calls):
            lines.append(f"result_{number}[...] = np.nan  # the caller overwrites what it was given")
    return lines


def _same_kind(old: Any, new: Any) -> bool:
    old, new = plain(old), plain(new)
    if not isinstance(old, np.ndarray) or not isinstance(new, np.ndarray):
        return False
    return bool(old.shape == new.shape and old.dtype == new.dtype)


def literal(value: Any) -> str:
    """Return an expression for a value, with ``np`` for numpy."""
    if isinstance(value, np.generic):
        value = value.item()
    for kind, write in _WRITERS:
        if isinstance(value, kind):
            return write(value)
    return ascii(value)


def _sequence(value: list[Any] | tuple[Any, ...]) -> str:
    items = [literal(v) for v in value[:MAX_ELEMENTS]]
    if len(value) > MAX_ELEMENTS:
        items.append("...")
    inner = ", ".join(items)
    if isinstance(value, list):
        return f"[{inner}]"
    return f"({inner},)" if len(items) == 1 else f"({inner})"


def _dict(value: dict[str, Any]) -> str:
    return "{" + ", ".join(f"{literal(k)}: {literal(v)}" for k, v in value.items()) + "}"


def _text(value: str | bytes) -> str:
    if len(value) <= MAX_TEXT:
        return ascii(value)
    return ascii(value[:MAX_TEXT] + ("..." if isinstance(value, str) else b"..."))  # type: ignore[operator]


def _float(value: float) -> str:
    if math.isnan(value):
        return "np.nan"
    if math.isinf(value):
        return "np.inf" if value > 0 else "-np.inf"
    return repr(float(value))


def _complex(value: complex) -> str:
    return f"complex({_float(value.real)}, {_float(value.imag)})"


def _array(array: np.ndarray[Any, Any]) -> str:
    dtype = "" if array.dtype in _DEFAULTS else f", dtype=np.{array.dtype.name}"
    if array.size == 0:
        dtype = "" if array.dtype == np.float64 else f", dtype=np.{array.dtype.name}"
        return f"np.empty({array.shape}{dtype})"
    if array.size > MAX_ELEMENTS:
        period = _period(array)
        if period:
            return f"np.resize(np.array({_nested(array.ravel()[:period])}{dtype}), {array.shape})"
        return ascii(f"an array of {array.dtype.name} with shape {array.shape}, {_TOO_LARGE}")
    return "\n".join(
        textwrap.wrap(
            f"np.array({_nested(array)}{dtype})",
            WIDTH,
            subsequent_indent=" " * 8,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def _period(array: np.ndarray[Any, Any]) -> int:
    """Return after how many elements, a few at most, an array repeats itself; 0 if it does not."""
    data = array.tobytes()
    shifts = ((n, n * array.itemsize) for n in range(1, MAX_PERIOD + 1))
    return next((n for n, size in shifts if data[size:] == data[:-size]), 0)


def _nested(array: np.ndarray[Any, Any]) -> str:
    if array.ndim:
        return "[" + ", ".join(_nested(part) for part in array) + "]"
    if array.dtype.char in "gG":  # wider than a Python float: digits as text, which numpy reads in full
        return repr(str(array[()]))
    return literal(array.item())


def _laid(laid: Laid | LaidArray) -> str:
    array = laid.array
    code = _array(array)
    if laid.order == "F":
        code = f"np.asfortranarray({code})"
    elif laid.order == "strided" and array.ndim:
        code = f"np.repeat({code}, 2, axis=-1)[..., ::2]"
    elif laid.order == "backwards" and array.ndim:
        back = ", ".join(["::-1"] * array.ndim)
        code = f"{code}[{back}].copy()[{back}]"
    return f"np.broadcast_to({code}, {array.shape})" if laid.readonly else code


_WRITERS: tuple[tuple[Any, Callable[[Any], str]], ...] = (
    ((Laid, LaidArray), _laid),
    (np.ndarray, _array),
    ((list, tuple), _sequence),
    (dict, _dict),
    (bool, ascii),
    (float, _float),
    (complex, _complex),
    ((str, bytes), _text),
)
