"""Faults in the order of axes."""

import ast
from collections.abc import Iterator
from itertools import pairwise

from grader.authoring.mutate.change import Change, Scope, instead


def transposed(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Forget a transposition, make one too many, or put a new axis in the wrong place."""
    del scope
    if isinstance(node, ast.Attribute) and node.attr in ("T", "mT"):
        yield instead(node, node.value)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        right = ast.Attribute(node.right, "T")
        yield instead(node, ast.BinOp(node.left, node.op, right))
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
        parts = node.slice.elts
        for i, (one, other) in enumerate(pairwise(parts)):
            if _is_new_axis(one) != _is_new_axis(other):
                order = [*parts[:i], other, one, *parts[i + 2 :]]
                new = ast.Subscript(node.value, ast.Tuple(order, ast.Load()), node.ctx)
                yield instead(node, new)


def _is_new_axis(node: ast.expr) -> bool:
    return (isinstance(node, ast.Constant) and node.value is None) or (
        isinstance(node, ast.Attribute) and node.attr == "newaxis"
    )
