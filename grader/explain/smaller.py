"""Smaller cases that may fail as a given one does: fewer calls, fewer rows, no layout, fewer numbers.

What Hypothesis can't shrink (arrays from a seeded stream, sequences of a fixed length) is cut here. Every
candidate is judged like any other case, so what is kept fails for the same reason.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from grader.bank.calls import laid_back, plain
from grader.bank.code import MAX_ELEMENTS, code_for, is_whole
from grader.bank.model import BankCase
from grader.outcomes.outcome import Outcome
from grader.problem.case import AnyCase, Case, Laid, Seq

_PERIOD = 4


def case_of(case: BankCase) -> AnyCase:
    """Return a case of a bank as an author would have written it."""
    calls = [
        laid_back(dict(zip(step, laid, strict=True)))
        for step, laid in zip(case.steps, case.call.steps, strict=True)
    ]
    return _case(case, calls)


def fewer_calls(outcome: Outcome) -> Iterator[AnyCase]:
    """Yield the failing call alone, then the case without one of its calls, the last ones first."""
    case = case_of(outcome.case)
    if len(case.calls) < 2:
        return
    yield _case(outcome.case, [case.calls[outcome.step]])
    for left_out in reversed(range(len(case.calls))):
        yield _case(outcome.case, [args for i, args in enumerate(case.calls) if i != left_out])


def smaller_arguments(outcome: Outcome) -> Iterator[AnyCase]:
    """Yield one call with the row of its first wrong element only, without layouts, of repeated numbers."""
    case = case_of(outcome.case)
    if len(case.calls) != 1:
        return
    args = case.calls[0]
    where = outcome.check.where if outcome.check is not None else None
    want = outcome.case.wants[0]
    if isinstance(want, np.ndarray) and want.ndim > 1 and _rows(want.shape) > 1:
        first: tuple[int | str, ...] = (0,) * want.ndim
        yield _case(outcome.case, [_map(args, lambda v: _row(v, want.shape, where or first))])
    if any(isinstance(value, Laid) for value in args.values()):
        yield _case(outcome.case, [_map(args, plain)])
    if not is_whole(code_for("", case)):
        written = _case(outcome.case, [_map(args, _periodic)])
        if is_whole(code_for("", written)):
            yield written


def _case(like: BankCase, calls: list[dict[str, Any]] | list[Mapping[str, Any]]) -> AnyCase:
    if len(calls) == 1:
        return Case(like.name, group=like.group, args=calls[0], why=like.why)
    reuse, overwrite_results = like.call.reuse, like.call.overwrite_results
    return Seq(
        like.name,
        group=like.group,
        calls=calls,
        reuse=reuse,
        overwrite_results=overwrite_results,
        why=like.why,
    )


def _map(args: Mapping[str, Any], change: Any) -> dict[str, Any]:
    return {name: change(value) for name, value in args.items()}


def _rows(shape: tuple[int, ...]) -> int:
    return int(np.prod(shape[:-1]))


def _row(value: Any, shape: tuple[int, ...], where: tuple[int | str, ...]) -> Any:
    """Return the row at `where` of an argument that has the leading axes of the result."""
    array, lead = plain(value), shape[:-1]
    if not isinstance(array, np.ndarray) or array.shape[: len(lead)] != lead or array.ndim != len(shape):
        return value
    index = tuple(slice(i, i + 1) for i in where[: len(lead)] if isinstance(i, int))
    return _with(value, array[index])


def _periodic(value: Any) -> Any:
    """Return a large array with its first numbers over and over, which can be written in one line."""
    array = plain(value)
    if not isinstance(array, np.ndarray) or array.size <= MAX_ELEMENTS // 10:
        return value
    return _with(value, np.resize(array.ravel()[:_PERIOD], array.shape))


def _with(value: Any, array: np.ndarray[Any, Any]) -> Any:
    return Laid(array, value.order, value.readonly) if isinstance(value, Laid) else array
