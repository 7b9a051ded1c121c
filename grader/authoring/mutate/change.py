"""A change of source text at one node of its tree."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass

_EXPONENT = re.compile(r"(?<=\d)e([+-]?)0(?=\d)")


@dataclass(frozen=True, slots=True)
class Change:
    """`text` replaces `node`; `what` describes the change."""

    node: ast.expr | ast.stmt
    text: str
    what: str


@dataclass(frozen=True, slots=True)
class Scope:
    """What a class of faults may look at beside the node itself.

    `parents` leads from a node to the one around it; `numpy` is the module's name for numpy, empty if it
    has none; `modules` are the names of all imported modules.
    """

    parents: Mapping[ast.AST, ast.AST]
    numpy: str
    modules: frozenset[str]

    def parent(self, node: ast.AST) -> ast.AST | None:
        """Return the node around `node`."""
        return self.parents.get(node)

    def is_argument(self, node: ast.Name, but: str) -> bool:
        """Tell whether a name is a parameter of the function around it, other than `but`."""
        around: ast.AST | None = node
        while around is not None and not isinstance(around, ast.FunctionDef):
            around = self.parents.get(around)
        if around is None or node.id == but:
            return False
        return any(arg.arg == node.id for arg in (*around.args.posonlyargs, *around.args.args))


def instead(node: ast.expr | ast.stmt, new: ast.expr | str, what: str = "") -> Change:
    """Return the change of `node` into `new`, described by both texts unless `what` says it better."""
    text = new if isinstance(new, str) else ast.unparse(new)
    return Change(node, text, what or f"{shortened(ast.unparse(node))} becomes {shortened(text)}")


def shortened(text: str, limit: int = 60) -> str:
    """Return code on one line, in backquotes, bounded."""
    line = as_people_write(" ".join(text.split()))
    return f"`{line if len(line) <= limit else line[: limit - 1] + '…'}`"


def called(node: ast.AST) -> str:
    """Return the last name of what a call calls, empty if it has none."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def is_method(node: ast.Call, scope: Scope) -> bool:
    """Tell whether a call is of a value's method, not of a module's function."""
    if not isinstance(node.func, ast.Attribute):
        return False
    root: ast.expr = node.func
    while isinstance(root, ast.Attribute):
        root = root.value
    return not (isinstance(root, ast.Name) and root.id in scope.modules)


def number(node: ast.AST | None) -> int | float | None:
    """Return the number that a node writes, None if it writes none; True and False are none."""
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        sign, node = -1, node.operand
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        assert isinstance(node.value, int | float)
        return sign * node.value
    return None


def written(value: float | None) -> str:
    """Return a number, or None, as source."""
    return as_people_write(repr(value))


def as_people_write(text: str) -> str:
    """Return code with exponents as people write them: 1e-8 where Python writes 1e-08."""
    return _EXPONENT.sub(r"e\1", text)
