"""Faults in expressions: operators, terms and factors."""

import ast
from collections.abc import Iterator

from grader.authoring.mutate.change import Change, Scope, instead, shortened

_OTHER: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.MatMult: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_ORDERED = (ast.Sub, ast.Div, ast.Pow, ast.FloorDiv, ast.Mod, ast.MatMult)


def arithmetic(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Use another arithmetic operator, or lose a sign."""
    del scope
    if isinstance(node, ast.BinOp) and type(node.op) in _OTHER:
        yield instead(node, ast.BinOp(node.left, _OTHER[type(node.op)](), node.right))
    elif isinstance(node, ast.AugAssign) and type(node.op) in _OTHER:
        other = ast.AugAssign(node.target, _OTHER[type(node.op)](), node.value)
        yield instead(node, ast.unparse(other))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        signed = not isinstance(node.operand, ast.Constant)  # the sign of a constant goes with the constant
        if signed:
            yield instead(node, node.operand)


def comparison(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Compare otherwise: at the boundary, or the other way round."""
    del scope
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            for other in _COMPARED[type(op)]:
                ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
                yield instead(node, ast.Compare(node.left, ops, node.comparators))


def dropped(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Leave out a term or a factor."""
    del scope
    if isinstance(node, ast.BinOp):
        for kept, lost in ((node.left, node.right), (node.right, node.left)):
            yield instead(node, kept, f"{shortened(ast.unparse(lost))} is removed")
    elif isinstance(node, ast.AugAssign):
        yield instead(node, "pass", f"{shortened(ast.unparse(node))} is removed")


def swapped_operands(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Swap operands where their order counts."""
    del scope
    if isinstance(node, ast.BinOp) and isinstance(node.op, _ORDERED):
        yield instead(node, ast.BinOp(node.right, node.op, node.left))


def moved_term(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Add a small term, as eps is, outside of a root or a quotient and not inside."""
    del scope
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        inner = node.args[0]
        if _adds_a_small_term(inner):
            assert isinstance(inner, ast.BinOp)
            outside = ast.BinOp(ast.Call(node.func, [inner.left], []), inner.op, inner.right)
            yield instead(node, outside)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Pow):
        inner = node.right if isinstance(node.op, ast.Div) else node.left
        if _adds_a_small_term(inner):
            assert isinstance(inner, ast.BinOp)
            pair = (node.left, inner.left) if isinstance(node.op, ast.Div) else (inner.left, node.right)
            yield instead(node, ast.BinOp(ast.BinOp(pair[0], node.op, pair[1]), inner.op, inner.right))


def _adds_a_small_term(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Add)
        and isinstance(node.right, ast.Name | ast.Constant)
        and not isinstance(node.left, ast.Constant)
    )
