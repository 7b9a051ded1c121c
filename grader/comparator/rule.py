"""What the starter's return annotation says about types, where the want alone leaves it open."""

import ast
from dataclasses import dataclass, field

from grader.values import annotated


@dataclass(frozen=True, slots=True)
class ResultRule:
    """How a part of the result is annotated.

    `kinds` are the alternatives that the annotation names, empty where it says nothing. `items` are the
    rules of a tuple's parts, `rest` that of all parts not in `items`: a list's items, a dict's values.
    """

    kinds: frozenset[str] = frozenset()
    items: tuple["ResultRule", ...] = ()
    rest: "ResultRule | None" = field(default=None)

    @property
    def names_the_sequence(self) -> bool:
        """Whether list and tuple differ: the annotation names one of them and not the other."""
        return ("list" in self.kinds) != ("tuple" in self.kinds)

    @property
    def scalar_or_array(self) -> bool:
        """Whether an array without axes is as right as a number: the annotation names both."""
        return {"array", "number"} <= self.kinds

    def part(self, key: int | str) -> "ResultRule":
        """Return the rule of one part of a list, tuple or dict."""
        if isinstance(key, int) and key < len(self.items):
            return self.items[key]
        return self.rest if self.rest is not None else ANYTHING


ANYTHING = ResultRule()


def rule_for(annotation: str | None) -> ResultRule:
    """Return the rule that a return annotation states; what can't be read says nothing.

    >>> rule_for("tuple[np.ndarray, list[float]]").part(1).names_the_sequence
    True
    """
    if not annotation:
        return ANYTHING
    try:
        return _read(ast.parse(annotation.strip(), mode="eval").body)
    except (SyntaxError, ValueError):
        return ANYTHING


def _read(node: ast.expr) -> ResultRule:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):  # a quoted annotation
        return rule_for(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _either(_read(node.left), _read(node.right))
    if isinstance(node, ast.Subscript):
        return _generic(_name(node.value), node.slice)
    return ResultRule(_kinds(_name(node)))


def _generic(name: str, inside: ast.expr) -> ResultRule:
    parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
    if name in ("Optional", "Annotated", "Final"):
        return _read(parts[0])
    if name == "Union":
        rule = _read(parts[0])
        for part in parts[1:]:
            rule = _either(rule, _read(part))
        return rule
    kinds = _kinds(name)
    if kinds == {"tuple"}:
        if len(parts) == 2 and isinstance(parts[1], ast.Constant) and parts[1].value is ...:
            return ResultRule(kinds, rest=_read(parts[0]))
        return ResultRule(kinds, items=tuple(_read(part) for part in parts))
    if kinds and "array" not in kinds:  # what an array's type is given for is its dtype
        return ResultRule(kinds, rest=_read(parts[-1]))
    return ResultRule(kinds)


def _either(a: ResultRule, b: ResultRule) -> ResultRule:
    return ResultRule(a.kinds | b.kinds, a.items or b.items, a.rest if a.rest is not None else b.rest)


def _kinds(name: str) -> frozenset[str]:
    return frozenset(kind.rule for kind in annotated(name) if kind.rule)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
