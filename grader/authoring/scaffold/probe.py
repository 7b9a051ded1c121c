"""Find arguments that a function accepts, by trying shapes, numbers and values other than the defaults."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.authoring.scaffold.recipes import (
    DOMAINS,
    Domain,
    Recipe,
    Sizes,
    alternatives,
    array,
    is_array,
    recipe_for,
)
from grader.bank.build import quiet
from grader.comparator.values import copied, judgeable, leaves, plain
from grader.errors import UsageError
from grader.problem.bound import bounded
from grader.problem.faults import did
from grader.problem.signature import Parameter, Signature

_SIZES: tuple[Sizes, ...] = ({"m": 2, "n": 3, "k": 4}, {"m": 3, "n": 5, "k": 2})
_SMALLEST: Sizes = {"m": 1, "n": 1, "k": 1}
_SQUARE = ("n", "n")
_SHAPES = (("n",), ("m", "n"), ("n", "k"), _SQUARE)
_MOST_MIXED = 4
_EMPTY: Sizes = {"m": 1, "n": 0, "k": 1}
_TRIES = 4
_LONGEST_S = 2.0
"""Of one call, by the clock."""
_MOST_ENDLESS = 3


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What the function answers.

    `recipes` are those of the parameters without a default; `options` the values to draw for those with
    one; `least` is the smallest size of an axis; `zeros` says that arrays of zeros are answered, `empty` that
    lists, texts and dictionaries without an element are.
    """

    recipes: dict[str, Recipe]
    options: dict[str, list[Any]]
    domain: Domain
    least: int
    zeros: bool = False
    empty: bool = False

    def draw(self, seed: int, sizes: Sizes) -> dict[str, Any]:
        """Return arguments for the parameters without a default."""
        stream = np.random.RandomState(seed)
        return {name: recipe.draw(stream, sizes, self.domain) for name, recipe in self.recipes.items()}


def find_plan(function: Callable[..., Any], signature: Signature) -> ProbeResult:
    """Return arguments for which the function returns finite values, twice the same, without an exception.

    Raises
    ------
    UsageError
        The function accepts none of the arguments tried.
    """
    required = [p for p in signature.parameters if not p.has_default]
    last = ""
    endless = 0
    for domain, recipes in itertools.product(DOMAINS, list(_layouts(required))):
        plan = ProbeResult(recipes, {}, domain, 1)
        last = _complaint(function, plan) or ""
        if not last:
            least = 1 if not _complaint(function, plan, sizes=(_SMALLEST,)) else 2
            options = _options(function, signature, plan)
            zeros = _answers_zeros(function, plan)
            arrays = any(is_array(p.annotation) for p in required)
            empty = not arrays and not _complaint(function, plan, sizes=(_EMPTY,))
            return ProbeResult(recipes, options, domain, least, zeros, empty)
        endless += "is still running" in last
        if endless == _MOST_ENDLESS:
            break
    raise UsageError(
        f"{signature.name}: found no arguments that it accepts (last try: {last}); "
        "make the folder by hand, as docs/authoring.md shows"
    )


def _layouts(required: list[Parameter]) -> Iterator[dict[str, Recipe]]:
    arrays = [p.name for p in required if is_array(p.annotation)]
    others = {p.name: recipe_for(p) for p in required if p.name not in arrays}
    equal = [(shape,) * len(arrays) for shape in _SHAPES]
    mixed = itertools.product(_SHAPES, repeat=len(arrays)) if len(arrays) <= _MOST_MIXED else ()
    # The same for all comes first, what asks for square arrays last.
    found = sorted(
        dict.fromkeys((*equal, *mixed)), key=lambda shapes: (shapes.count(_SQUARE), shapes not in equal)
    )
    for shapes in found:
        chosen = dict(zip(arrays, map(array, shapes), strict=True))
        yield {p.name: chosen.get(p.name) or others[p.name] for p in required}


def _complaint(function: Callable[..., Any], plan: ProbeResult, *, sizes: tuple[Sizes, ...] = _SIZES) -> str:
    """Return why the function does not answer what a plan draws, empty if it does."""
    for size, seed in itertools.product(sizes, range(_TRIES)):
        why = complaint(function, list(plan.draw(seed, size).values()))
        if why:
            return why
    return ""


def complaint(function: Callable[..., Any], args: list[Any]) -> str:
    """Return why a function does not answer a call, empty if it does."""
    try:
        with quiet(), bounded(_LONGEST_S):
            result = function(*[copied(arg) for arg in args])
    except Exception as error:  # noqa: BLE001 - any exception means that it does not accept the arguments
        return f"it {did(error)}"
    for _, leaf in leaves(result):
        value = plain(leaf)
        if value is None or not judgeable(value):
            return f"it returns {type(leaf).__name__}, which can't be compared"
        if isinstance(value, np.ndarray | float | complex) and not np.all(np.isfinite(value)):
            return "its result is not finite"
    return ""


def _answers_zeros(function: Callable[..., Any], plan: ProbeResult) -> bool:
    """Tell whether the function answers calls in which one array, or each, is zero."""
    args = list(plan.draw(0, _SIZES[0]).values())
    zeros = [np.zeros_like(arg) if isinstance(arg, np.ndarray) else arg for arg in args]
    mixed = [[*args[:i], zeros[i], *args[i + 1 :]] for i in range(len(args))]
    return not any(complaint(function, call) for call in (zeros, *mixed))


def _options(function: Callable[..., Any], signature: Signature, plan: ProbeResult) -> dict[str, list[Any]]:
    """Return, for each parameter with a default, the values that are answered, the default first."""
    options = {}
    defaults = [p for p in signature.parameters if p.has_default]
    given = list(plan.draw(0, _SIZES[0]).values())
    for i, parameter in enumerate(defaults):
        before = [p.default for p in defaults[:i]]
        good = [v for v in alternatives(parameter) if not complaint(function, [*given, *before, v])]
        options[parameter.name] = [parameter.default, *good]
    return options
