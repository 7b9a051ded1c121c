"""Is a wrong value a wrong formula, or lost digits: measured by calling the submission again.

The test is a black-box form of stochastic arithmetic (compare Vignes' CESTAC; Parker, Monte-Carlo
arithmetic, 1997). A case is called again with its float inputs changed by small random amounts. A wrong
formula evaluated in double precision answers smoothly: its answer moves as the reference's does, and its
error stays what it was, but for a share of the size of the change. An error that comes of rounding is
another one after each change: the answer jumps by about the error itself. (A formula with a special case,
for equal values say, may jump as well; but then its error is gone after the change.)

What counts as a small change depends on where digits are lost:

- *unstable*: rounding in double precision, magnified by the formula. The inputs move by 2⁻⁴², as in the
  derived tolerance; by that, the right answer moves by no more than the tolerance, and the error must
  stand far above it.
- *low precision*: rounding to fewer bits on the way. An error of u·κ, κ the condition of the case (its
  tolerance is 2⁻⁴²·κ), belongs to a rounding unit u; the inputs move by a few u, so that roundings change.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from grader.bank.model import BankCase
from grader.comparator.digits import digits_lost
from grader.errors import GraderError
from grader.explain.quantised import quantised_argument
from grader.outcomes.outcome import Outcome
from grader.precision import DERIVED_UNIT
from grader.problem.spec import GroupSpec
from grader.result import Verdict
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call, LaidArray

_REPEATS = 6
_MAX_PROBED = 5
# Jumps of a tenth of the error and more are rounding's.
_ROUNDING = 0.1
_SPREAD_OUT = 0.25  # of the elements are wrong, at least, where rounding to few bits is at work
_STANDS_OUT = 100.0  # in tolerances: how large an error must be before a change of the inputs tells anything
_CHANGE = 64.0  # in rounding units: so that most roundings go another way
_MAX_CHANGE = 1e-2  # above, a change is not small for most functions
_MAX_ERROR = 0.03  # of the size of the result, of the cases that are called again
_MIN_BITS = 8  # float16 has 11; a larger error is called no rounding
_FORMATS = (("float32", 24), ("float16", 11))


@dataclass(frozen=True, slots=True)
class LostDigits:
    """What was measured: `lost` of 16 digits in the worst case, and how it looks to have come about.

    `unstable`: right in exact arithmetic, as every group that forgives rounding passed. `cause` names low
    precision: ``float32``, ``float16``, ``rounded to 6 decimals``, ``x is cut down to float32``, or is empty.
    """

    lost: int
    case: str
    unstable: bool
    cause: str

    @property
    def sentence(self) -> str:
        """What is said to the learner."""
        if self.unstable:
            return f"right in exact arithmetic, but loses {self.lost} of 16 digits to rounding in {self.case}"
        how = f", as {self.cause} does" if self.cause in ("float32", "float16") else ""
        if " is " in self.cause:
            where = f"{self.lost} of 16 digits are lost in {self.case}"
            return f"the formula looks right, but {self.cause}: {where}"
        if self.cause.startswith("rounded"):
            return f"the results are {self.cause}; {16 - self.lost} of 16 digits are left in {self.case}"
        return (
            f"the formula looks right, but the arithmetic is of low precision{how}: "
            f"{self.lost} of 16 digits are lost in {self.case}"
        )


def lost_digits(
    outcomes: Sequence[Outcome],
    groups: Mapping[str, GroupSpec],
    reference: Callable[..., Any],
    run_one: Callable[[Call], RunResult],
) -> LostDigits | None:
    """Return what was lost to rounding, None unless every failure looks like lost digits.

    Parameters
    ----------
    run_one
        Runs the submission, in the sandbox, on one call.
    """
    every = [o for o in outcomes if not o.right and not groups[o.case.group].advisory]
    failing = [o for o in every if o.reason == "value"]
    # A square root of what should be zero, or a format too small for the numbers: rounding makes NaN too.
    if not failing or any(not _one_float_array(o) for o in every):
        return None
    worst = max(failing, key=_loss)
    lost = _loss(worst)
    if lost == 0:
        return None
    answers = [(o.case, o.run.values[0]) for o in outcomes if _comparable(o)]
    decimals = _decimals(answers)
    if decimals is not None:
        return LostDigits(lost, worst.case.name, unstable=False, cause=f"rounded to {decimals} decimals")
    jumps = partial(_jumps, reference=reference, run_one=run_one)
    forgiving = {name for name, spec in groups.items() if spec.forgives and not spec.advisory}
    only_strict = bool(forgiving) and not any(o.case.group in forgiving for o in every)
    if only_strict and _is_unstable(failing, jumps):
        return LostDigits(lost, worst.case.name, unstable=True, cause="")
    single = [(o, (o.case, o.run.values[0])) for o in outcomes if len(o.case.steps) == 1 and _comparable(o)]
    failed, passed = ([a for o, a in single if o.right is right] for right in (False, True))
    cause = quantised_argument(reference, failed, passed)
    if cause:
        return LostDigits(lost, worst.case.name, unstable=False, cause=cause)
    if _is_low_precision(failing, jumps):
        return LostDigits(lost, worst.case.name, unstable=False, cause=_format(answers, failing))
    return None


def _is_unstable(failing: Sequence[Outcome], jumps: Callable[..., bool]) -> bool:
    """Return whether failures, all in groups that forgive no rounding, come of it.

    Most of those that are looked at have to show it, not all: in short sums there are few ways to round, and
    the same one may be taken again.
    """
    clear = [o for o in failing if _unit(o) > _STANDS_OUT * DERIVED_UNIT]
    probed = [jumps(o, change=DERIVED_UNIT) for o in clear[:_MAX_PROBED]]
    return 2 * sum(probed) > len(probed)


def _is_low_precision(failing: Sequence[Outcome], jumps: Callable[..., bool]) -> bool:
    """Return whether every failure is as large as rounding to few bits makes it, and moves like that."""
    units = {id(o): _unit(o) for o in failing}
    if max(units.values()) > 2.0**-_MIN_BITS:
        return False
    probed = [o for o in failing if 0 < _relative(o) <= _MAX_ERROR]
    probed.sort(key=lambda o: _relative(o) / units[id(o)])  # the best conditioned first
    return bool(probed) and all(
        _is_spread_out(o) and jumps(o, change=min(_CHANGE * units[id(o)], _MAX_CHANGE))
        for o in probed[:_MAX_PROBED]
    )


def _is_spread_out(outcome: Outcome) -> bool:
    """Return whether more than single elements are wrong; a special case of some values makes these."""
    check = outcome.check
    return check is None or check.wrong >= _SPREAD_OUT * check.total


def _error(outcome: Outcome) -> Any:
    got: Any = outcome.run.values[outcome.step]
    return got - outcome.case.wants[outcome.step]


def _unit(outcome: Outcome) -> float:
    """Return the rounding unit to which the error of a case belongs."""
    return DERIVED_UNIT * _rms(_error(outcome)) / (_rms(outcome.case.tolerances[outcome.step]) or math.inf)


def _relative(outcome: Outcome) -> float:
    return _rms(_error(outcome)) / (_rms(outcome.case.wants[outcome.step]) or 1.0)


def _one_float_array(outcome: Outcome) -> bool:
    if outcome.run.status != Status.RETURNED or outcome.reason not in (None, "value", "nonfinite"):
        return False
    case, values = outcome.case, outcome.run.values
    if outcome.verdict not in (Verdict.AC, Verdict.WA) or len(values) != len(case.wants):
        return False
    return all(
        isinstance(want, np.ndarray)
        and want.dtype == np.float64
        and isinstance(got, np.ndarray)
        and got.dtype == np.float64
        and got.shape == want.shape
        and tolerance is not None
        for got, want, tolerance in zip(values, case.wants, case.tolerances, strict=True)
    )


def _comparable(outcome: Outcome) -> bool:
    return _one_float_array(outcome) and outcome.reason != "nonfinite"


def _loss(outcome: Outcome) -> int:
    step = outcome.step
    return digits_lost(outcome.run.values[step], outcome.case.wants[step], outcome.case.tolerances[step])


def _decimals(answers: Sequence[tuple[BankCase, Any]]) -> int | None:
    """Return the number of decimals to which every answer is rounded, None if they aren't."""
    for decimals in range(11):
        telling = 0
        for case, got in answers:
            want, tolerance = case.wants[0], case.tolerances[0]
            if not np.array_equal(np.round(got, decimals), got):
                break
            if not np.all(np.abs(got - want) <= 0.5 * 10.0**-decimals * (1 + 1e-6) + tolerance):
                break
            telling += int(np.any(np.abs(np.round(want, decimals) - want) > tolerance))
        else:
            if telling >= 3:
                return decimals
    return None


def _jumps(
    outcome: Outcome,
    *,
    change: float,
    reference: Callable[..., Any],
    run_one: Callable[[Call], RunResult],
) -> bool:
    """Return whether the error of a case is another one whenever its inputs move by a relative `change`."""
    case, step = outcome.case, outcome.step
    got: Any = outcome.run.values[step]
    want: Any = case.wants[step]
    size = _rms(got - want)
    if not math.isfinite(size) or size == 0:
        return False
    alone = _answer_to(case.call.steps[step], want, run_one)
    if alone is None or _rms(alone - got) > _ROUNDING * size:
        return False  # what the calls before it did has a part in the error
    rng = np.random.RandomState(20_240_229)
    jumps, errors = [], []
    for _ in range(_REPEATS):
        arguments = [_moved(a, change, rng) for a in case.call.steps[step]]
        moved = _answer_to(arguments, want, run_one)
        if moved is None:
            return False
        try:
            with np.errstate(all="ignore"):
                expected = reference(*[_plain(a) for a in arguments])
        except (GraderError, ArithmeticError, ValueError, TypeError):
            return False
        errors.append(_rms(moved - expected))
        jumps.append(_rms((moved - got) - (expected - want)))
    return min(_rms(jumps), median(errors)) >= _ROUNDING * size


def _answer_to(arguments: Sequence[Any], want: Any, run_one: Callable[[Call], RunResult]) -> Any:
    """Return the submission's answer to one call, None if it is no array like `want`."""
    result = run_one(Call((tuple(arguments),)))
    if result.status != Status.RETURNED or len(result.values) != 1:
        return None
    value = result.values[0]
    fits = isinstance(value, np.ndarray) and value.shape == want.shape and value.dtype == np.float64
    return value if fits else None


def _plain(argument: Any) -> Any:
    array = getattr(argument, "array", argument)
    return np.array(array) if isinstance(array, np.ndarray) else argument


def _moved(argument: Any, change: float, rng: np.random.RandomState) -> Any:
    array = getattr(argument, "array", argument)
    if not isinstance(array, np.ndarray) or array.dtype.kind != "f":
        return argument
    moved = array * (1 + change * rng.uniform(-1, 1, array.shape))
    if isinstance(argument, LaidArray):
        return LaidArray(moved, argument.order, argument.readonly)
    return moved


def _rms(values: Any) -> float:
    with np.errstate(all="ignore"):
        return float(np.sqrt(np.mean(np.square(values)))) if np.size(values) else 0.0


def _format(answers: Sequence[tuple[BankCase, Any]], failing: Sequence[Outcome]) -> str:
    """Return the float format whose rounding has the size of the errors, empty if it is none."""
    for name, dtype in (("float16", np.float16), ("float32", np.float32)):
        with np.errstate(all="ignore"):
            if all(np.array_equal(got.astype(dtype).astype(np.float64), got) for _, got in answers):
                return name
    middle = median(-math.log2(unit) for o in failing if (unit := _unit(o)) > 0)
    return next((name for name, width in _FORMATS if abs(middle - width) <= 4), "")
