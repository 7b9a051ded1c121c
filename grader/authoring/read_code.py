"""Parse a counterexample's code back into a case, without running it.

What `grader.bank.code` writes is a small language: literals, a few functions of numpy, and calls of the
entry point. Anything else is refused.
"""

import ast
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grader.bank.code import is_whole
from grader.errors import UsageError
from grader.problem.case import AnyCase, Case, Laid, Seq, backwards, fortran, readonly, strided
from grader.problem.signature import Signature

MAX_CODE = 60_000
MAX_ELEMENTS = 10_000_000


class _Unread(ValueError):
    """The code is not one that a result contains."""


def case_from_code(code: str, signature: Signature, *, group: str) -> AnyCase:
    """Return the case that a result's code makes, nameless.

    Raises
    ------
    UsageError
        The code left out what was too long, or is not the code of a result.
    """
    if not is_whole(code):
        raise UsageError(
            "the counterexample is too large for the result; write the case in cases.py, "
            "from np.random.RandomState(seed)"
        )
    try:
        if len(code) > MAX_CODE:
            raise _Unread(f"has {len(code):,} characters")
        return _CodeReader(signature).case(ast.parse(code), group)
    except (SyntaxError, ValueError, TypeError, OverflowError, RecursionError, MemoryError) as error:
        what = " ".join(str(error).split())[:200]
        raise UsageError(
            f"the counterexample's code can't be read: {what}; write the case by hand, with --args"
        ) from error


class _CodeReader:
    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        self._names: dict[str, Any] = {}
        self._calls: list[dict[str, Any]] = []
        self._reuse = self._overwrite_results = False

    def case(self, tree: ast.Module, group: str) -> AnyCase:
        for statement in tree.body:
            self._statement(statement)
        if not self._calls:
            raise _Unread("calls nothing")
        if len(self._calls) == 1 and not self._reuse and not self._overwrite_results:
            args = self._calls[0]
            return Case(group=group, args=args, omit=self._omitted(args))
        return Seq(
            group=group, calls=self._calls, reuse=self._reuse, overwrite_results=self._overwrite_results
        )

    def _omitted(self, args: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(p.name for p in self._signature.parameters if p.name not in args and p.has_default)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Import():
                return
            case ast.Expr(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call) if self._is_entry(
                call
            ):
                values = [self._value(arg) for arg in call.args]
                self._calls.append(dict(zip(self._signature.names, values, strict=False)))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._names[name] = self._value(value)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=where)], value=value) if (
                _is_ellipsis(where)
            ):
                if name in self._names:
                    self._reuse = True
                    self._names[name] = self._value(value)
                else:  # a result, which the caller overwrites
                    self._overwrite_results = True
            case _:
                raise _Unread(f"line {node.lineno} is not of a counterexample")

    def _is_entry(self, node: ast.Call) -> bool:
        return isinstance(node.func, ast.Name) and node.func.id == self._signature.name

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name) if name in self._names:
                return self._names[name]
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._value(operand)
            case ast.List(elts=items):
                return [self._value(item) for item in items]
            case ast.Tuple(elts=items):
                return tuple(self._value(item) for item in items)
            case ast.Dict(keys=keys, values=values):
                return {self._key(k): self._value(v) for k, v in zip(keys, values, strict=True)}
            case ast.Attribute(value=ast.Name(id="np"), attr="nan" | "inf" as name):
                return float(name)
            case ast.Subscript() as subscript:
                return self._subscript(subscript)
            case ast.Call() as call:
                return self._call(call)
        raise _Unread(f"`{ast.unparse(node)[:60]}` is not a value of a counterexample")

    def _key(self, node: ast.expr | None) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        raise _Unread("a dict has keys that are not strings")

    def _subscript(self, node: ast.Subscript) -> Laid:
        match node.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr="repeat"), args=[array, *_]):
                return strided(self._value(array))
            case ast.Call(func=ast.Attribute(value=ast.Subscript(value=array), attr="copy")):
                return backwards(self._value(array))
        raise _Unread(f"`{ast.unparse(node)[:60]}` is not a layout of a counterexample")

    def _call(self, node: ast.Call) -> Any:
        match node.func:
            case ast.Name(id="complex"):
                return complex(*[self._value(arg) for arg in node.args])
            case ast.Attribute(value=ast.Name(id="np"), attr=name) if name in _FUNCTIONS:
                args = [self._value(arg) for arg in node.args]
                return _FUNCTIONS[name](args, self._dtype(node))
        raise _Unread(f"`{ast.unparse(node.func)[:60]}` is not a function of a counterexample")

    def _dtype(self, node: ast.Call) -> Any:
        for keyword in node.keywords:
            if keyword.arg == "dtype" and isinstance(keyword.value, ast.Attribute):
                return np.dtype(keyword.value.attr)
        return None


def _array(args: list[Any], dtype: Any) -> Any:
    return np.array(args[0], dtype=dtype)


def _empty(args: list[Any], dtype: Any) -> Any:
    if np.prod(args[0], dtype=float) != 0:
        raise _Unread("an array without values has elements")
    return np.empty(args[0], dtype=dtype or np.float64)


def _resized(args: list[Any], dtype: Any) -> Any:
    del dtype
    if np.prod(args[1], dtype=float) > MAX_ELEMENTS:
        raise _Unread(f"an array has more than {MAX_ELEMENTS:,} elements")
    return np.resize(args[0], args[1])


def _laid(lay: Callable[[Any], Laid]) -> Callable[[list[Any], Any], Laid]:
    return lambda args, _: lay(args[0])


_FUNCTIONS: dict[str, Callable[[list[Any], Any], Any]] = {
    "array": _array,
    "empty": _empty,
    "resize": _resized,
    "asfortranarray": _laid(fortran),
    "broadcast_to": _laid(readonly),
}


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...
