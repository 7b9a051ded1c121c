"""Which named mistake is it: the one whose answers are the submission's answers.

A mistake is named if the submission agrees with it on **every** case: where the mistake differs from what
is wanted, the submission gives the mistake's value (within the larger of the case's tolerance and the
mistake's own spread), and where the mistake happens to be right, the submission is right as well. Where the
mistake fails, the submission fails by the same kind of exception and in the same words, as many faults end
in a ValueError; a mistake that raises without words stands for any. The mistake must differ on at least
`MIN_CASES` cases. A wrong name is worse than none, so one disagreement is
enough to drop a candidate.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from grader.bank.model import BankCase
from grader.comparator.check import Check, ResultRule, check
from grader.comparator.derived import CAP
from grader.comparator.expected import has_tolerance

MIN_CASES = 3
_MAX_SAID = 500

Agreement = Literal["full", "close", "none"]
Ask = Callable[[Any, Any, Mapping[str, Any]], Check]


class Answered(Protocol):
    """What an implementation does on one case: one value a step, or the built-in class of what it raises.

    `spreads` has tolerances in the structure of `values`, or None. It may be costly and is looked at only
    where an answer departs by so little that it matters.
    """

    @property
    def values(self) -> tuple[Any, ...] | None:
        """One value a step; None if it raised."""
        ...

    @property
    def raised(self) -> str | None:
        """The built-in class of what it raised."""
        ...

    @property
    def said(self) -> str:
        """The text of what it raised."""
        ...

    @property
    def spreads(self) -> tuple[Any, ...] | None:
        """How far rounding moves `values`."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """A submission's answer to one case."""

    values: tuple[Any, ...] | None
    raised: str | None = None
    said: str = ""
    spreads: tuple[Any, ...] | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A mistake that explains every answer: it differs from the wants on `compared` cases."""

    mistake: str
    matched: int
    compared: int


def matching(
    cases: Sequence[BankCase],
    got: Sequence[Answer | None],
    mistakes: Mapping[str, Callable[[int], Answered | None]],
    rule: ResultRule,
    ask: Ask | None = None,
) -> tuple[Match, ...]:
    """Return the mistakes that explain a submission's answers, those that differ most often first.

    Parameters
    ----------
    cases
        Of the bank.
    got
        The submission's answer to each case, None where it was not run or ended otherwise.
    mistakes
        For each name, its answer to the case with a given index; None where that is not known.
    rule
        How values of this problem are compared.
    ask
        Asks the problem's own comparison, if it has one: many answers may be right, and a submission need not
        give the same one as a mistake.
    """
    found = []
    for name, answer_to in mistakes.items():
        compared = _compared(cases, got, answer_to, rule, ask)
        if compared is not None and compared >= MIN_CASES:
            found.append(Match(name, compared, compared))
    return tuple(sorted(found, key=lambda match: -match.compared))


def _compared(
    cases: Sequence[BankCase],
    got: Sequence[Answer | None],
    answer_to: Callable[[int], Answered | None],
    rule: ResultRule,
    ask: Ask | None,
) -> int | None:
    """Return on how many cases the mistake differs from the want, or None where the submission departs.

    Where an answer departs by so little that the mistake's spread matters, that is looked at last: most
    mistakes are ruled out by another case before.
    """
    compared = 0
    close: list[int] = []
    for index, case in enumerate(cases):
        mine = got[index]
        if mine is None:
            return None
        theirs = answer_to(index)
        if theirs is None:
            continue
        if _right(case, theirs, rule, ask):
            if not _right(case, mine, rule, ask):
                return None
            continue
        agreement = _agreement(case, mine, theirs, rule)
        if agreement == "none":
            return None
        close += [index] if agreement == "close" else []
        compared += 1
    agrees = all(_within_spread(cases[i], got[i], answer_to(i), rule) for i in close)
    return compared if agrees else None


def _right(case: BankCase, answer: Answered, rule: ResultRule, ask: Ask | None) -> bool:
    if answer.values is None:
        return False
    if ask is not None:
        judged = zip(answer.values, case.wants, case.steps, strict=True)
        return all(ask(value, want, args).ok for value, want, args in judged)
    return all(
        _fits(value, want, tolerance, rule)
        for value, want, tolerance in zip(answer.values, case.wants, case.tolerances, strict=True)
    )


def _fits(got: Any, want: Any, tolerance: Any, rule: ResultRule) -> bool:
    """Return whether `check` finds nothing, without the words for what it would find."""
    arrays = type(got) is np.ndarray and type(want) is np.ndarray and type(tolerance) is np.ndarray
    if arrays and got.dtype == want.dtype == np.float64 and got.shape == want.shape == tolerance.shape:
        with np.errstate(all="ignore"):
            error = np.abs(got - want)
        if np.isfinite(error).all():
            return bool((error <= tolerance).all())
    return check(got, want, tolerance, rule).ok


def _agreement(case: BankCase, mine: Answered, theirs: Answered, rule: ResultRule) -> Agreement:
    """Return whether two answers agree: within the case's tolerance, or perhaps within a spread, or not."""
    if theirs.values is None or mine.values is None:
        both = mine.values is None and theirs.values is None
        return "full" if both and _same_failure(mine, theirs) else "none"
    departing = [
        (a, b)
        for a, b, tolerance in zip(mine.values, theirs.values, case.tolerances, strict=True)
        if not _fits(a, b, larger(tolerance, None, like=b), rule)
    ]
    if not departing:
        return "full"
    return "close" if all(_fits(a, b, within(b), rule) for a, b in departing) else "none"


def _same_failure(mine: Answered, theirs: Answered) -> bool:
    return mine.raised == theirs.raised and (not theirs.said or wording(mine.said) == wording(theirs.said))


def wording(text: str) -> str:
    """Return the words of an exception's text, without names in quotes, numbers, shapes and what follows."""
    plain = re.sub(r"'[^']*'|\"[^\"]*\"|\([^()]*\)|[^A-Za-z ]", " ", text[:_MAX_SAID].partition("\n")[0])
    return " ".join(plain.lower().split())


def _within_spread(case: BankCase, mine: Answered | None, theirs: Answered | None, rule: ResultRule) -> bool:
    if mine is None or theirs is None or mine.values is None or theirs.values is None:
        return False
    spreads = theirs.spreads
    return spreads is not None and all(
        check(a, b, larger(tolerance, spread, like=b), rule).ok
        for a, b, tolerance, spread in zip(mine.values, theirs.values, case.tolerances, spreads, strict=True)
    )


def within(value: Any) -> Any:
    """Return a tolerance that no spread exceeds, in the structure of `value`: a larger one says nothing."""
    if isinstance(value, list | tuple):
        return tuple(within(item) for item in value)
    if isinstance(value, Mapping):
        return {key: within(item) for key, item in value.items()}
    if not has_tolerance(value):
        return None
    sizes = np.abs(np.asarray(value))
    largest = float(np.max(sizes, where=np.isfinite(sizes), initial=0.0))
    bound = np.full(np.shape(value), 2 * CAP * (1 + largest))
    return bound if isinstance(value, np.ndarray) else float(bound)


def larger(tolerance: Any, spread: Any, *, like: Any) -> Any:
    """Return the element-wise larger of two tolerances for `like`; one that does not fit is ignored."""
    if isinstance(like, list | tuple):
        return tuple(
            larger(_part(tolerance, i, len(like)), _part(spread, i, len(like)), like=item)
            for i, item in enumerate(like)
        )
    if isinstance(like, Mapping):
        return {
            key: larger(_entry(tolerance, key), _entry(spread, key), like=item) for key, item in like.items()
        }
    shape = np.shape(like)
    fitting = [t for t in (tolerance, spread) if t is not None and np.shape(t) == shape]
    if not fitting:
        return None
    result = fitting[0] if len(fitting) == 1 else np.fmax(*fitting)
    return result if isinstance(like, np.ndarray) else float(result)


def _part(tolerance: Any, index: int, length: int) -> Any:
    fits = isinstance(tolerance, list | tuple) and len(tolerance) == length
    return tolerance[index] if fits else None


def _entry(tolerance: Any, key: str) -> Any:
    return tolerance.get(key) if isinstance(tolerance, Mapping) else None
