"""Literal cases: convert TOML values to arguments by the annotations of the starter.

``np.ndarray`` makes an array: whole numbers int64, floats float64, true and false bool; nested lists are
axes. ``list[…]``, ``tuple[…]``, ``dict[str, …]``, ``str``, ``float``, ``int``, ``bool`` are themselves;
``complex`` and ``bytes`` are written as strings (``"1+2j"``; UTF-8). TOML has no None: leave the parameter
out. Nothing is converted silently: 1 is not a float, and a list with 1 and 2.5 is not an array.
"""

import ast
import tomllib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from grader.problem.case import Case, HandWorked
from grader.problem.faults import did_you_mean, fault, said
from grader.problem.signature import Signature
from grader.values import ValueKind, annotated

_KEYS = ("args", "omit", "why", "want", "decimals")
_INT64 = np.iinfo(np.int64)
_MAX_DEPTH = 32


class LiteralError(ValueError):
    """A TOML value that is not what the annotation says; the message has the remedy."""


def literal(value: Any, annotation: str | None, *, loose: bool = False) -> Any:
    """Return the argument that a TOML value stands for.

    Parameters
    ----------
    value
        The value as parsed by `tomllib`.
    annotation
        The parameter's annotation; None takes TOML's own types.
    loose
        Also take whole numbers as floats, as in a value worked by hand.

    Raises
    ------
    LiteralError
        The value does not fit.
    """
    return _convert(value, _parsed(annotation) if annotation is not None else None, loose=loose)


def read_case(path: Path, text: str, group: str, signature: Signature) -> tuple[Case | None, list[str]]:
    """Read one literal case; its name is the file's."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return None, [fault(path, "", f"is not valid TOML: {error}")]
    faults = [fault(path, k, f"unknown key; {did_you_mean(k, _KEYS)}") for k in data if k not in _KEYS]
    for key, kind, what in (("args", dict, "a table"), ("omit", list, "a list"), ("why", str, "a string")):
        if key in data and not isinstance(data[key], kind):
            faults.append(fault(path, key, f"must be {what}, got {said(data[key])}"))
            return None, faults
    if "args" not in data:
        faults.append(fault(path, "args", "missing; add [args] with a value for each parameter"))
    annotations = {p.name: p.annotation for p in signature.parameters}
    args = {}
    for name, value in data.get("args", {}).items():
        try:
            args[name] = literal(value, annotations.get(name))
        except LiteralError as error:
            faults.append(fault(path, f"args.{name}", str(error)))
    omit = tuple(data.get("omit", []))
    if not all(isinstance(name, str) for name in omit):
        faults.append(fault(path, "omit", f"must be a list of parameter names, got {said(list(omit))}"))
    want, wrong = _hand_worked(path, data, signature.returns)
    faults += wrong
    if faults:
        return None, faults
    name = path.name.removesuffix(".toml")
    return Case(name, group=group, args=args, omit=omit, want=want, why=data.get("why", "")), []


def _hand_worked(
    path: Path, data: dict[str, Any], returns: str | None
) -> tuple[HandWorked | None, list[str]]:
    decimals = data.get("decimals")
    if "want" not in data:
        return None, (
            [fault(path, "decimals", "has no meaning without want; add it")] if "decimals" in data else []
        )
    if decimals is not None and (type(decimals) is not int or not 0 <= decimals <= 15):
        return None, [fault(path, "decimals", f"must be a whole number from 0 to 15, got {said(decimals)}")]
    if decimals is None and _has_float(data["want"]):
        return None, [fault(path, "decimals", "missing; give the number of decimals of want")]
    try:
        return HandWorked(literal(data["want"], returns, loose=True), decimals), []
    except LiteralError as error:
        return None, [fault(path, "want", str(error))]


def _has_float(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_float, value.values()))
    return any(map(_has_float, value)) if isinstance(value, list) else isinstance(value, float)


@lru_cache(maxsize=256)
def _parsed(annotation: str) -> ast.expr | None:
    try:
        return ast.parse(annotation, mode="eval").body
    except SyntaxError:
        return None


def _head(node: ast.expr) -> str:
    """Return the last name of an annotation: ``ndarray`` for ``np.ndarray[Any, …]``."""
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _inner(node: ast.expr) -> list[ast.expr]:
    if not isinstance(node, ast.Subscript):
        return []
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]


def _convert(value: Any, node: ast.expr | None, *, loose: bool) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):  # a forward reference in quotes
        node = _parsed(node.value)
    if node is None:
        return _natural(value)
    if options := _options(node):
        return _first_that_fits(value, options, loose=loose)
    return _by_head(value, node, loose=loose)


def _by_head(value: Any, node: ast.expr, *, loose: bool) -> Any:
    head, inner = _head(node), _inner(node)
    kinds = annotated(head)
    name = kinds[0].name if kinds else ""
    if name == "ndarray":
        return _array(value, loose=loose)
    if name in _STRINGS:
        return _STRINGS[name](value)
    if name in _CONTAINERS:
        return _CONTAINERS[name](value, inner, loose=loose)
    if name == head and name in _SAID:  # a type of numpy's takes TOML's own
        return _number(value, kinds[0], loose=loose)
    return _one_of(value, inner) if head == "Literal" else _natural(value)


def _options(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*(_options(node.left) or [node.left]), *(_options(node.right) or [node.right])]
    head = _head(node)
    return _inner(node) if head in {"Optional", "Union"} else []


def _first_that_fits(value: Any, options: list[ast.expr], *, loose: bool) -> Any:
    texts = [ast.unparse(o) for o in options if ast.unparse(o) != "None"]
    for option in options:
        if isinstance(option, ast.Constant) and option.value is None:
            continue
        try:
            return _convert(value, option, loose=loose)
        except LiteralError as error:
            if len(texts) == 1:
                raise
            last = error
    raise LiteralError(f"must be {' or '.join(texts)}, got {said(value)}") from last


def _expect(value: Any, kind: type, what: str) -> Any:
    if type(value) is not kind:
        raise LiteralError(f"must be {what}, got {said(value)}")
    return value


def _number(value: Any, kind: ValueKind, *, loose: bool) -> Any:
    if loose and kind.type is float and type(value) is int:
        return float(value)
    if kind.type is float and type(value) is int:
        raise LiteralError(f"must be a float, got {said(value)}; write {value}.0")
    assert kind.type is not None
    return _expect(value, kind.type, _SAID[kind.name])


def _complex(value: Any) -> complex:
    try:
        return complex(_expect(value, str, "a complex number, written as a string like '1+2j'"))
    except ValueError as error:
        if isinstance(error, LiteralError):
            raise
        raise LiteralError(f"must be a complex number like '1+2j', got {said(value)}") from None


def _bytes(value: Any) -> bytes:
    text: str = _expect(value, str, "bytes, written as a string")
    return text.encode()


def _list(value: Any, inner: list[ast.expr], *, loose: bool) -> list[Any]:
    items = _expect(value, list, "a list")
    return [_convert(v, inner[0] if inner else None, loose=loose) for v in items]


def _dict(value: Any, inner: list[ast.expr], *, loose: bool) -> dict[str, Any]:
    table = _expect(value, dict, "a table")
    node = inner[1] if len(inner) == 2 else None
    return {k: _convert(v, node, loose=loose) for k, v in table.items()}


def _tuple(value: Any, inner: list[ast.expr], *, loose: bool) -> tuple[Any, ...]:
    items = _expect(value, list, "a list, for a tuple")
    if len(inner) == 2 and isinstance(inner[1], ast.Constant) and inner[1].value is ...:
        return tuple(_convert(v, inner[0], loose=loose) for v in items)
    if inner and len(inner) != len(items):
        raise LiteralError(f"must have {len(inner)} elements, got {len(items)}")
    nodes: list[ast.expr | None] = list(inner) if inner else [None] * len(items)
    return tuple(_convert(v, node, loose=loose) for v, node in zip(items, nodes, strict=True))


def _one_of(value: Any, inner: list[ast.expr]) -> Any:
    allowed = [ast.literal_eval(node) for node in inner]
    if not any(type(value) is type(a) and value == a for a in allowed):
        raise LiteralError(f"must be one of {', '.join(map(repr, allowed))}, got {said(value)}")
    return value


def _natural(value: Any, depth: int = 0) -> Any:
    if depth > _MAX_DEPTH:
        raise LiteralError(f"is nested deeper than {_MAX_DEPTH} levels; make it flatter")
    if isinstance(value, dict):
        return {k: _natural(v, depth + 1) for k, v in value.items()}
    if isinstance(value, list):
        return [_natural(v, depth + 1) for v in value]
    if type(value) not in (str, int, float, bool):
        raise LiteralError(
            f"dates and times are not supported as arguments, got {said(value)}; write a string"
        )
    return value


def _array(value: Any, *, loose: bool) -> np.ndarray[Any, Any]:
    if not isinstance(value, list):
        raise LiteralError(
            f"must be an array, got {said(value)}; write a list, or use cases.py for a 0-d array"
        )
    leaves: list[Any] = []
    shape = _shape(value, leaves, 0)
    kinds = {type(leaf) for leaf in leaves}
    if not kinds <= {bool, int, float}:
        odd = next(leaf for leaf in leaves if type(leaf) not in (bool, int, float))
        raise LiteralError(f"an array holds numbers, or true and false, got {said(odd)}")
    if kinds == {int, float} and loose:
        kinds = {float}
    if len(kinds) > 1:
        remedy = "write 2.0 for 2" if bool not in kinds else "use one kind"
        raise LiteralError(f"mixes {' and '.join(sorted(k.__name__ for k in kinds))}; {remedy}")
    if kinds == {int} and not all(_INT64.min <= leaf <= _INT64.max for leaf in leaves):
        raise LiteralError("has a whole number that does not fit int64; use cases.py")
    kind = kinds.pop() if kinds else float
    dtype = {bool: np.bool_, int: np.int64, float: np.float64}[kind]
    return np.array(leaves, dtype=dtype).reshape(shape)


def _shape(value: list[Any], leaves: list[Any], depth: int) -> tuple[int, ...]:
    if depth >= _MAX_DEPTH:
        raise LiteralError(f"is nested deeper than {_MAX_DEPTH} levels; make it flatter")
    rows = [v for v in value if isinstance(v, list)]
    if not rows:
        leaves.extend(value)
        return (len(value),)
    if len(rows) != len(value):
        raise LiteralError("mixes numbers and lists on one level; every row needs the same depth")
    shapes = [_shape(row, leaves, depth + 1) for row in rows]
    if len(set(shapes)) > 1:
        raise LiteralError(f"is ragged: rows have shapes {shapes[0]} and {_other(shapes)}; make them equal")
    return (len(value), *shapes[0])


def _other(shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
    return next(shape for shape in shapes if shape != shapes[0])


_STRINGS = {"complex": _complex, "bytes": _bytes}
_CONTAINERS: dict[str, Callable[..., Any]] = {"list": _list, "tuple": _tuple, "dict": _dict}
_SAID = {"int": "a whole number", "bool": "true or false", "str": "a string", "float": "a float"}  # in TOML
