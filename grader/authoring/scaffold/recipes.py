"""Turn an annotation into values and into a strategy.

A recipe draws plain values from a seeded stream, to find arguments that the function accepts, and writes a
Hypothesis strategy that draws similar values.
"""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.errors import UsageError
from grader.problem.signature import Parameter
from grader.values import annotated

Sizes = Mapping[str, int]
_LETTERS = "abcde"


@dataclass(frozen=True, slots=True)
class Domain:
    """The numbers that are drawn: whole numbers from `low` to `high`, divided by `parts`."""

    low: int
    high: int
    parts: int
    what: str

    def draw(self, stream: np.random.RandomState, shape: tuple[int, ...]) -> Any:
        """Return an array of floats."""
        return stream.randint(self.low, self.high + 1, shape) / self.parts


DOMAINS = (
    Domain(-1000, 1000, 100, "hundredths from -10 to 10"),
    Domain(1, 1000, 100, "hundredths from 0.01 to 10"),
    Domain(1, 99, 100, "hundredths between 0 and 1"),
)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the values of one parameter are drawn."""

    draw: Callable[[np.random.RandomState, Sizes, Domain], Any]
    strategy: str


def _is_list(word: str) -> bool:
    return [kind.name for kind in annotated(word)[:1]] == ["list"]


def is_array(annotation: str | None) -> bool:
    """Tell whether a parameter is an array, so that its shape is to be found out."""
    kinds = annotated(_head(_parsed(annotation))) if annotation is not None else ()
    return bool(kinds) and kinds[0].family == "array"


def array(shape: tuple[str, ...]) -> Recipe:
    """Return the recipe of an array of floats whose axes have named sizes."""
    written = f"({', '.join(shape)},)" if len(shape) == 1 else f"({', '.join(shape)})"
    return Recipe(
        lambda stream, sizes, domain: domain.draw(stream, tuple(sizes[name] for name in shape)),
        f"_array({written})",
    )


def recipe_for(parameter: Parameter) -> Recipe:
    """Return the recipe of a parameter that is not an array.

    Raises
    ------
    UsageError
        Nothing is known of its annotation.
    """
    assert parameter.annotation is not None
    found = _recipe(_parsed(parameter.annotation))
    if found is None:
        raise UsageError(
            f"parameter {parameter.name}: can't draw {parameter.annotation}; annotate it with np.ndarray, "
            "float, int, bool, str, or lists, tuples and dicts of these"
        )
    return found


def _parsed(annotation: str) -> ast.expr:
    return ast.parse(annotation, mode="eval").body


def _recipe(node: ast.expr) -> Recipe | None:
    """Return the recipe of an annotation, None if nothing is known of it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        parts = [p for p in (node.left, node.right) if not (isinstance(p, ast.Constant) and p.value is None)]
        return _recipe(parts[0])
    head, inner = _head(node), _inner(node)
    if head in _SCALARS:
        return _SCALARS[head]
    if head in ("Optional", "Annotated"):
        return _recipe(inner[0])
    if head == "Literal":
        values = [ast.literal_eval(i) for i in inner]
        return Recipe(lambda s, _, __: values[s.randint(len(values))], f"st.sampled_from({values!r})")
    if _is_list(head):
        return _many(inner[0] if inner else ast.Name("float"), list, "")
    if head in ("tuple", "Tuple"):
        return _tuple(inner)
    if head in ("dict", "Dict", "Mapping") and len(inner) == 2:
        return _table(inner[1])
    return None


def _many(node: ast.expr, kind: Callable[[list[Any]], Any], mapped: str) -> Recipe | None:
    item = _recipe(node)
    if item is None:
        return None
    draw = item.draw

    def several(stream: np.random.RandomState, sizes: Sizes, domain: Domain) -> Any:
        values = [draw(stream, sizes, domain) for _ in range(sizes["n"])]
        if len(values) > 2:  # equal neighbours are what much code for lists is about
            values[1] = values[0]
        return kind(values)

    return Recipe(several, f"st.lists({item.strategy}, min_size=1, max_size=8){mapped}")


def _table(node: ast.expr) -> Recipe | None:
    item = _recipe(node)
    if item is None:
        return None
    draw = item.draw
    return Recipe(
        lambda s, sizes, d: {name: draw(s, sizes, d) for name in _LETTERS[: sizes["n"]]},
        f"st.dictionaries(_WORD, {item.strategy}, min_size=1, max_size=5)",
    )


def _tuple(inner: list[ast.expr]) -> Recipe | None:
    if len(inner) == 2 and isinstance(inner[1], ast.Constant) and inner[1].value is ...:
        return _many(inner[0], tuple, ".map(tuple)")
    items = [_recipe(node) for node in inner]
    if not items or any(item is None for item in items):
        return None
    known = [item for item in items if item is not None]
    return Recipe(
        lambda s, sizes, d: tuple(item.draw(s, sizes, d) for item in known),
        f"st.tuples({', '.join(item.strategy for item in known)})",
    )


def whole(domain: Domain) -> tuple[int, int]:
    """Return the least and the largest whole number that is drawn: enough of them for a group of cases."""
    return (1, 30) if domain.low > 0 else (-15, 15)


def _word(stream: np.random.RandomState, sizes: Sizes, domain: Domain) -> str:
    del domain
    return "".join(_LETTERS[i] for i in stream.randint(0, len(_LETTERS), sizes["n"]))


_SCALARS = {
    "float": Recipe(lambda s, _, d: float(d.draw(s, ())), "_NUMBER"),
    "int": Recipe(lambda s, _, d: int(s.randint(whole(d)[0], whole(d)[1] + 1)), "_WHOLE"),
    "bool": Recipe(lambda s, _, __: bool(s.randint(2)), "st.booleans()"),
    "str": Recipe(_word, "_WORD"),
}


def alternatives(parameter: Parameter) -> list[Any]:
    """Return values beside a parameter's default that are worth a try."""
    value = parameter.default
    match value:
        case None:
            found = None if parameter.annotation is None else _recipe(_parsed(parameter.annotation))
            stream = np.random.RandomState(1)
            return [] if found is None else [found.draw(stream, {"m": 2, "n": 3, "k": 2}, DOMAINS[1])]
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1]
        case float():
            return [float(f"{value * f:.12g}") for f in (10.0, 0.1)] if value else [0.5, 1.0]
        case _:
            return []


def _head(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _inner(node: ast.expr) -> list[ast.expr]:
    if not isinstance(node, ast.Subscript):
        return []
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
