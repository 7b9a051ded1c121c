"""Check the arguments of a call: their names and their values."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.problem.case import Laid
from grader.problem.faults import did_you_mean
from grader.problem.signature import Signature
from grader.values import ARRAY_DTYPE_KINDS, TYPES

_MAX_DEPTH = 32
# What is right by its type alone: nothing inside of it could be wrong.
_WHOLE = frozenset(kind for kind, row in TYPES.items() if not row.is_container and kind is not str)


def argument_faults(args: Mapping[str, Any], omit: Sequence[str] | None, signature: Signature) -> list[str]:
    """Return what is wrong with one call's arguments, without saying where.

    Parameters
    ----------
    args
        By name.
    omit
        The parameters that are left to their defaults; None if a call need not say so.
    signature
        The entry point's.
    """
    faults = [
        f"args.{name}: unknown parameter; {did_you_mean(str(name), signature.names)}"
        for name in args
        if name not in signature.names
    ]
    for name, value in args.items():
        why = not_an_argument(value)
        if why and name in signature.names:
            faults.append(f"args.{name}: {why}")
    return faults + _omission_faults(args, omit, signature)


def _omission_faults(args: Mapping[str, Any], omit: Sequence[str] | None, signature: Signature) -> list[str]:
    faults = []
    for name in omit or ():
        if name not in signature.names:
            faults.append(f"omit: unknown parameter {name!r}; {did_you_mean(str(name), signature.names)}")
        elif name in args:
            faults.append(f"omit: {name} also has a value; remove one of them")
    left_out = [p for p in signature.parameters if p.name not in args]
    for p in left_out:
        if not p.has_default:
            faults.append(f"args.{p.name}: missing; add it, as it has no default")
        elif omit is not None and p.name not in omit:
            faults.append(f'args.{p.name}: missing; add it, or say omit = ["{p.name}"]')
    trailing = signature.parameters[len(signature.parameters) - len(left_out) :]
    if list(trailing) != left_out and all(p.has_default for p in left_out):
        names = ", ".join(p.name for p in left_out)
        faults.append(f"omit: {names} is not at the end; calls are positional, so give it a value")
    return faults


def not_an_argument(value: Any, depth: int = 0) -> str:
    """Return why `value` can't be passed to a submission, empty if it can."""
    if depth > _MAX_DEPTH:
        return f"is nested deeper than {_MAX_DEPTH} levels; make it flatter"
    if type(value) in _WHOLE:
        return ""
    if isinstance(value, Laid):
        value = value.array
    if type(value) is np.ndarray or isinstance(value, np.generic):
        known = value.dtype.kind in ARRAY_DTYPE_KINDS
        return "" if known else f"has dtype {value.dtype}; use bool, int, float or complex"
    if type(value) is str:
        return "" if _encodable(value) else "has half of a surrogate pair; use whole characters"
    if type(value) in (list, tuple):
        return next((why for v in value if (why := not_an_argument(v, depth + 1))), "")
    if type(value) is dict:
        if not all(type(k) is str and _encodable(k) for k in value):
            return "is a dict with keys that are not strings; use strings"
        return next((why for v in value.values() if (why := not_an_argument(v, depth + 1))), "")
    kind = type(value)
    allowed = ", ".join(row.name for row in TYPES.values())
    return f"is a {kind.__module__}.{kind.__qualname__}; use {allowed} or a plain ndarray"


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
