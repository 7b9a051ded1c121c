"""Faults in the flow of control."""

import ast
from collections.abc import Iterator

from grader.authoring.mutate.change import Change, Scope, instead, shortened


def branches(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Negate a condition, take `and` for `or`, or leave a loop too early."""
    del scope
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield _negated(node.test)
    elif isinstance(node, ast.comprehension):
        for test in node.ifs:
            yield _negated(test)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield instead(node, ast.BoolOp(other, node.values))
    elif isinstance(node, ast.Continue):
        yield instead(node, "break")
    elif isinstance(node, ast.Break):
        yield instead(node, "continue")


def _negated(test: ast.expr) -> Change:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        new = test.operand
    else:
        new = ast.UnaryOp(ast.Not(), test)
    return instead(test, new, f"{shortened(ast.unparse(test))} is negated")
