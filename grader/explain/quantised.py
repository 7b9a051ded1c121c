"""Is one argument taken with fewer digits than it has: measured by giving those to the reference.

If a submission answers each call as the reference answers it with ``x`` in float32, then that is what it
does, or it is the same. Nothing has to be called again.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from grader.bank.build import quiet
from grader.bank.model import BankCase
from grader.comparator.derived import derive
from grader.comparator.values import copied
from grader.errors import ProblemError

Answered = tuple[BankCase, Any]

_MIN_CASES = 3
_NEAR = 4.0  # in tolerances: of the case as it is, which may differ a little from that of the changed one
_TELLING = 8.0
_SUSPECT = 1e-3  # of the size of the result: an answer further off belongs to another fault
_DECIMALS = range(2, 11)


def quantised_argument(
    reference: Callable[..., Any],
    failing: Sequence[tuple[BankCase, Any]],
    others: Sequence[tuple[BankCase, Any]],
) -> str:
    """Return what is done to which argument, as ``eps is rounded to 6 decimals``, empty if that is not it.

    Parameters
    ----------
    reference
        The problem's.
    failing, others
        Cases of one call with the submission's answers, arrays of float64 like the wants.
    """
    if len(failing) < _MIN_CASES:
        return ""
    with quiet():
        for name in failing[0][0].steps[0]:
            for how, quantise in _quantisers():
                if _explains(reference, name, quantise, failing, others):
                    return f"{name} is {how}"
    return ""


def _quantisers() -> Iterator[tuple[str, Callable[[Any], Any]]]:
    yield "cut down to float16", lambda a: np.float64(np.float16(a))
    yield "cut down to float32", lambda a: np.float64(np.float32(a))
    for decimals in _DECIMALS:
        yield f"rounded to {decimals} decimals", lambda a, k=decimals: np.round(a, k)  # type: ignore[misc]


def _explains(
    reference: Callable[..., Any],
    name: str,
    quantise: Callable[[Any], Any],
    failing: Sequence[Answered],
    others: Sequence[Answered],
) -> bool:
    changed = 0
    close: list[tuple[dict[str, Any], Any]] = []
    for number, (case, got) in enumerate((*failing, *others)):
        args = dict(case.steps[0])
        if number == len(failing) and changed < _MIN_CASES:
            return False
        if not _is_number(args.get(name)):
            if number < len(failing):
                return False
            continue
        args[name] = _like(quantise(args[name]), args[name])
        try:
            expected = reference(*[copied(value) for value in args.values()])
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return False  # integers that are indices, say, are no numbers to be cut down
        tolerance = case.tolerances[0]
        finite = np.isfinite(expected)
        error = np.abs(got - expected)[finite]
        if not np.all(error <= _SUSPECT * (1 + np.abs(expected[finite]))):
            return False
        if np.all(error <= _NEAR * tolerance[finite]):
            # What speaks for it is a large error of which nothing is left: a small one may be gone by chance.
            large = np.any((np.abs(expected - case.wants[0]) > _TELLING * tolerance)[finite])
            changed += bool(large and np.all(error <= tolerance[finite]))
        else:
            close.append((args, got))
    # A tolerance takes longer than a call: it is derived anew only if enough speaks for it already.
    return changed >= _MIN_CASES and all(_agrees(reference, args, got) for args, got in close)


def _is_number(argument: Any) -> bool:
    return isinstance(argument, float) or (isinstance(argument, np.ndarray) and argument.dtype.kind in "fiu")


def _like(value: Any, argument: Any) -> Any:
    return np.asarray(value) if isinstance(argument, np.ndarray) else float(value)


def _agrees(reference: Callable[..., Any], args: dict[str, Any], got: Any) -> bool:
    """Return whether an answer is that of the changed call, where this has one that can be told."""
    try:
        derived = derive(reference, list(args.values()))
    except ProblemError:
        return False
    finite = np.isfinite(derived.want)
    right = np.all(np.abs(got - derived.want)[finite] <= derived.tolerance[finite])
    return not derived.admitted or bool(right)
