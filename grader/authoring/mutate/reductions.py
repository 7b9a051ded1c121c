"""Faults in reductions: along which axis, of what shape, by which rule."""

import ast
from collections.abc import Iterator

from grader.authoring.mutate.change import Change, Scope, called, instead, is_method, number, written

REDUCTIONS = frozenset(
    {
        "sum", "mean", "prod", "max", "min", "amax", "amin", "std", "var", "median", "any", "all", "argmax",
        "argmin", "nansum", "nanmean", "nanmax", "nanmin", "nanstd", "nanvar", "ptp", "norm", "average",
    }
)  # fmt: skip
_AXIS_SECOND = (REDUCTIONS - {"norm"}) | {"cumsum", "cumprod", "sort", "argsort", "flip", "squeeze", "diff"}
_KEEPDIMS = REDUCTIONS - {"average"}
_OTHERS = {
    "sum": ("mean",), "mean": ("sum",), "max": ("min",), "min": ("max",), "amax": ("amin",),
    "amin": ("amax",), "prod": ("sum",), "var": ("std",), "std": ("var",), "any": ("all",), "all": ("any",),
    "argmax": ("argmin",), "argmin": ("argmax",), "median": ("mean",), "cumsum": ("cumprod",),
    "maximum": ("minimum",), "minimum": ("maximum",), "sin": ("cos",), "cos": ("sin",),
    "floor": ("ceil",), "ceil": ("floor",), "zeros": ("ones",), "ones": ("zeros",),
    "zeros_like": ("ones_like",), "ones_like": ("zeros_like",), "logical_and": ("logical_or",),
    "logical_or": ("logical_and",), "triu": ("tril",), "tril": ("triu",),
}  # fmt: skip


def axis(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Go along another axis, or none."""
    if not isinstance(node, ast.Call):
        return
    where = next((k.value for k in node.keywords if k.arg == "axis"), None) or _positional(node, scope)
    if where is None:
        return
    value, now = number(where), ast.unparse(where)
    others = [0, -1, None] if value is None else [0, -1, value - 1, None]
    for other in map(written, dict.fromkeys(others)):
        if other != now:
            yield instead(where, other, f"axis {now} becomes {other}")


def _positional(node: ast.Call, scope: Scope) -> ast.expr | None:
    place = 0 if is_method(node, scope) else 1
    if isinstance(node.func, ast.Attribute) and called(node) in _AXIS_SECOND and len(node.args) > place:
        found = node.args[place]
        return found if number(found) is not None else None
    return None


def keepdims(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Keep a reduced axis, or lose it."""
    if not isinstance(node, ast.Call) or called(node) not in _KEEPDIMS:
        return
    for keyword in node.keywords:
        if keyword.arg == "keepdims" and isinstance(keyword.value, ast.Constant):
            yield instead(keyword.value, written(not keyword.value.value), "keepdims is inverted")
            return
    along = any(k.arg == "axis" for k in node.keywords) or _positional(node, scope) is not None
    if along and isinstance(node.func, ast.Attribute):
        yield instead(node, _with(node, "keepdims", "True"), "keepdims=True is added")


def ddof(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Take the sample's variance for the population's, or the reverse."""
    del scope
    if not isinstance(node, ast.Call) or called(node) not in ("var", "std", "nanvar", "nanstd"):
        return
    given = next((k.value for k in node.keywords if k.arg == "ddof"), None)
    if given is None:
        yield instead(node, _with(node, "ddof", "1"), "ddof=1 is added")
    else:
        other = "0" if number(given) else "1"
        yield instead(given, other, f"ddof {ast.unparse(given)} becomes {other}")


def replaced(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Call the sibling of a reduction or function."""
    del scope
    for other in _OTHERS.get(called(node), ()) if isinstance(node, ast.Call) else ():
        assert isinstance(node, ast.Call)
        if isinstance(node.func, ast.Attribute):
            yield instead(node.func, ast.Attribute(node.func.value, other))
        elif other in ("max", "min", "any", "all"):
            yield instead(node.func, other)


def _with(node: ast.Call, name: str, value: str) -> ast.Call:
    keyword = ast.keyword(name, ast.parse(value, mode="eval").body)
    return ast.Call(node.func, node.args, [*node.keywords, keyword])
