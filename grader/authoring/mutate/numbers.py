"""Faults in literals: constants, defaults, bounds of slices."""

import ast
from collections.abc import Iterator

from grader.authoring.mutate.change import Change, Scope, called, instead, number, written

_KEYWORDS_OF_THEIR_OWN = {"axis", "axes", "ddof", "keepdims", "dtype", "strict"}


def constants(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Write a constant that is a little off, or a flag the other way round."""
    if not isinstance(node, ast.Constant) or _belongs_elsewhere(node, scope):
        return
    parent = scope.parent(node)
    if isinstance(node.value, bool):
        yield instead(node, written(not node.value))
    elif (value := number(node)) is not None:
        for other in near(value):
            if not (isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Pow) and other == 1):
                yield instead(node, written(other))


def near(value: float) -> tuple[float, ...]:
    """Return numbers beside a constant: one more or less; half and double where that is not small."""
    if isinstance(value, int):
        return (value + 1, value - 1)
    if value == 0:
        return (1.0, -1.0)
    return (value + 1, value - 1) if abs(value) >= 0.5 else (2 * value, value / 2)


def defaults(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Take another default."""
    del scope
    if not isinstance(node, ast.FunctionDef):
        return
    for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
        if isinstance(default, ast.Constant) and isinstance(default.value, bool):
            yield instead(default, written(not default.value))
        elif isinstance(default, ast.Constant) and default.value is None:
            yield instead(default, "0")
        elif (value := number(default)) is not None:
            if isinstance(value, float):
                others: tuple[float, ...] = (_short(10 * value), _short(value / 10)) if value else (1.0,)
            else:
                others = near(value)
            for other in others:
                yield instead(default, written(other))


def _short(value: float) -> float:
    """Return a number as it would be written: ten times 1e-6 is 1e-5."""
    return float(f"{value:.12g}")


def slices(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Take a slice, an index or a range that is off by one."""
    del scope
    if isinstance(node, ast.Slice):
        yield from _slice(node)
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        if (value := number(node.slice)) is not None:
            for other in (value + 1, value - 1):
                yield instead(node.slice, written(other), f"index {written(value)} becomes {written(other)}")
    elif isinstance(node, ast.Call) and called(node) in ("range", "arange") and not node.keywords:
        yield from _range(node)


def _slice(node: ast.Slice) -> Iterator[Change]:
    others = [ast.Slice(_parsed(lower), node.upper, node.step) for lower in _bounds(node.lower, "1")]
    if node.lower is not None or node.upper is not None:
        others += [ast.Slice(node.lower, _parsed(upper), node.step) for upper in _bounds(node.upper, "-1")]
    if (step := number(node.step)) is not None:
        others.append(ast.Slice(node.lower, node.upper, _parsed(written(step + 1))))
    for other in others:
        text = ast.unparse(other)
        yield instead(node, text, f"slice `{ast.unparse(node)}` becomes `{text}`")


def _bounds(bound: ast.expr | None, absent: str) -> tuple[str, ...]:
    if bound is None:
        return (absent,)
    if (value := number(bound)) is not None:
        return (written(value + 1), written(value - 1))
    return (f"({ast.unparse(bound)}) + 1", f"({ast.unparse(bound)}) - 1")


def _range(node: ast.Call) -> Iterator[Change]:
    texts = [ast.unparse(arg) for arg in node.args]
    name = ast.unparse(node.func)
    if len(texts) == 1:
        yield instead(node, f"{name}({texts[0]} - 1)")
        yield instead(node, f"{name}(1, {texts[0]})")
    elif len(texts) >= 2:
        rest = "".join(f", {text}" for text in texts[2:])
        yield instead(node, f"{name}({texts[0]} + 1, {texts[1]}{rest})")
        yield instead(node, f"{name}({texts[0]}, {texts[1]} - 1{rest})")


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _belongs_elsewhere(node: ast.expr, scope: Scope) -> bool:
    """Tell whether a constant is a keyword, an index or a default, which have their own classes."""
    parent = scope.parent(node)
    if isinstance(parent, ast.UnaryOp):
        return _belongs_elsewhere(parent, scope)
    if isinstance(parent, ast.keyword):
        return parent.arg in _KEYWORDS_OF_THEIR_OWN
    if isinstance(parent, ast.Subscript):
        return parent.slice is node
    return isinstance(parent, ast.arguments | ast.Slice | ast.Expr)
