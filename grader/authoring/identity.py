"""Decide whether two cases make the same call: bit for bit, layouts included; all NaNs are equal."""

from typing import Any

import numpy as np

from grader.bank.calls import call_of
from grader.comparator.values import map_leaves
from grader.problem.case import AnyCase
from grader.problem.signature import Signature
from grader.runner.wire import Call, LaidArray, encode_call


def same_call(one: AnyCase, other: AnyCase, signature: Signature) -> bool:
    """Tell whether two cases ask a submission for the same."""
    return _bytes(one, signature) == _bytes(other, signature)


def _bytes(case: AnyCase, signature: Signature) -> bytes:
    call = call_of(case, signature)
    steps = tuple(tuple(map_leaves(_plain_nan, value) for value in step) for step in call.steps)
    return encode_call(Call(steps, reuse=call.reuse, overwrite_results=call.overwrite_results))


def _plain_nan(value: Any) -> Any:
    if isinstance(value, LaidArray):
        return LaidArray(_plain_nan(value.array), value.order, value.readonly)
    if isinstance(value, np.ndarray) and value.dtype.kind in "fc":
        kept = value.copy()
        for part in (kept.real, kept.imag) if kept.dtype.kind == "c" else (kept,):
            part[np.isnan(part)] = np.nan
        return kept
    if isinstance(value, float):
        return value if value == value else float("nan")
    if isinstance(value, complex):
        return complex(_plain_nan(value.real), _plain_nan(value.imag))
    return value
