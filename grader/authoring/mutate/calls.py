"""Faults in calls: arguments swapped, a call removed, a result rounded."""

import ast
from collections.abc import Iterator
from itertools import pairwise
from typing import TypeGuard

from grader.authoring.mutate.change import Change, Scope, called, instead, is_method, shortened
from grader.authoring.mutate.reductions import REDUCTIONS

_ROOTS = {"sqrt", "square", "cbrt"}
_COPIES = {"copy", "array", "deepcopy"}
_SYMMETRIC = {
    "maximum",
    "minimum",
    "add",
    "multiply",
    "max",
    "min",
    "equal",
    "isclose",
    "hypot",
    "zip",
    "swapaxes",
}
# What nothing is left of without the call: the mutant would only fail.
_NEEDED = {
    "range",
    "arange",
    "len",
    "enumerate",
    "zip",
    "isinstance",
    "zeros",
    "ones",
    "empty",
    "full",
}
_NARROWED = {
    "float64": "float32", "float": "float32", "double": "float32", "longdouble": "float64",
    "complex128": "complex64", "complex": "complex64", "int64": "int32", "int": "int32", "intp": "int32",
}  # fmt: skip


def swapped(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Swap two neighbouring arguments."""
    del scope
    if not isinstance(node, ast.Call) or called(node) in _SYMMETRIC:
        return
    for i, (one, other) in enumerate(pairwise(node.args)):
        starred = isinstance(one, ast.Starred) or isinstance(other, ast.Starred)
        if not starred and ast.dump(one) != ast.dump(other):
            args = [*node.args[:i], other, one, *node.args[i + 2 :]]
            yield instead(node, ast.Call(node.func, args, node.keywords))


def removed(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Forget a call: take its first argument, or the object, in place of its result."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield instead(node, "pass", f"{shortened(ast.unparse(node))} is removed")
    elif isinstance(node, ast.Call) and called(node) not in _ROOTS | _COPIES | _NEEDED:
        yield from _without(node, scope)


def roots(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Forget a root, a square or another power."""
    if isinstance(node, ast.Call) and called(node) in _ROOTS:
        yield from _without(node, scope)
    elif (
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant)
    ):
        yield instead(node, node.left)


def aliases(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Work on the argument itself where a copy of it, or a new array, was made."""
    if isinstance(node, ast.Call) and called(node) in _COPIES:
        yield from _without(node, scope)
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and len(node.targets) == 1:
        target, left = node.targets[0], node.value.left
        if isinstance(target, ast.Name) and isinstance(left, ast.Name) and scope.is_argument(left, target.id):
            in_place = ast.unparse(ast.AugAssign(ast.Name(left.id), node.value.op, node.value.right))
            text = f"{in_place}\n{' ' * node.col_offset}{target.id} = {left.id}"
            yield Change(node, text, f"{shortened(in_place)} in place, and {target.id} is {left.id}")


def narrowed(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Keep fewer bits: another dtype, or a reduction or the result rounded to float32."""
    if isinstance(node, ast.keyword) and node.arg == "dtype":
        yield from _narrower(node.value, scope)
    elif isinstance(node, ast.Call):
        if called(node) == "astype" and node.args:
            yield from _narrower(node.args[0], scope)
        if called(node) in REDUCTIONS and scope.numpy:
            yield _through_float32(node, scope)
    elif isinstance(node, ast.Return) and scope.numpy and _computes(node.value):
        yield _through_float32(node.value, scope)


def _computes(node: ast.expr | None) -> TypeGuard[ast.expr]:
    """Tell whether a result is computed where it is returned; a reduction has a mutant of its own."""
    return isinstance(node, ast.BinOp | ast.Call) and called(node) not in REDUCTIONS


def _narrower(node: ast.expr, scope: Scope) -> Iterator[Change]:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    name = str(node.value) if isinstance(node, ast.Constant) else name
    if name in _NARROWED and scope.numpy:
        yield instead(node, f"{scope.numpy}.{_NARROWED[name]}")


def _through_float32(node: ast.expr, scope: Scope) -> Change:
    text = ast.unparse(node)
    new = f"{scope.numpy}.float64({scope.numpy}.float32({text}))"
    return instead(node, new, f"{shortened(text)} is rounded to float32")


def _without(node: ast.Call, scope: Scope) -> Iterator[Change]:
    if is_method(node, scope):
        assert isinstance(node.func, ast.Attribute)
        inner: ast.expr = node.func.value
    elif node.args and not isinstance(node.args[0], ast.Starred | ast.GeneratorExp):
        inner = node.args[0]
    else:
        return
    yield instead(node, inner)
