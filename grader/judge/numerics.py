"""Is a wrong value a wrong formula, or lost digits: measured by calling the submission again.

The test is a black-box form of stochastic arithmetic (compare Vignes' CESTAC; Parker, Monte-Carlo
arithmetic, 1997). A case whose relative error is e is called again with its float inputs changed by a
random relative amount of about e. A wrong formula evaluated in double precision answers smoothly: its
answer moves as the reference's does, up to e times that change, so the two movements differ by about e².
An answer that was rounded on the way jumps by about e itself. The ratio of that jump to the error is near
one for rounding and near e for a formula; nothing is concluded in between.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

from grader.bank.model import BankCase
from grader.comparator.digits import digits_lost
from grader.errors import GraderError
from grader.judge.outcome import Outcome
from grader.problem.spec import GroupSpec
from grader.result import Verdict
from grader.runner.status import RunResult, Status
from grader.runner.wire import Call, LaidArray

# A perturbation above this is no longer small for most functions; below, it would drown in rounding.
_MAX_CHANGE, _MIN_CHANGE = 1e-3, 1e-13
_REPEATS = 4
_MAX_PROBED = 3
# Jumps of a tenth of the error and more are rounding's: for a formula the ratio is at most _MAX_CHANGE times
# the size of second derivatives.
_ROUNDING = 0.1
_BITS = 42  # a derived tolerance is what arithmetic of this many bits loses
_FORMATS = (("float32", 24), ("float16", 11))


@dataclass(frozen=True, slots=True)
class LostDigits:
    """What was measured: `lost` of 16 digits in the worst case, and how it looks to have come about.

    `unstable`: right in exact arithmetic, as every group that forgives rounding passed. `cause` names low
    precision: ``float32``, ``float16``, ``rounded to 6 decimals``, or is empty.
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
    by_loss = sorted(failing, key=_loss, reverse=True)
    if _loss(by_loss[0]) == 0:
        return None
    answers = [(o.case, o.run.values[0]) for o in outcomes if _one_float_array(o) and o.reason != "nonfinite"]
    decimals = _decimals(answers)
    worst = by_loss[0]
    if decimals is not None:
        return LostDigits(
            _loss(worst), worst.case.name, unstable=False, cause=f"rounded to {decimals} decimals"
        )
    probed = [worst, *_spread(failing, _MAX_PROBED - 1)]
    if not all(_jumps(o, reference, run_one) for o in probed):
        return None
    forgiving = {name for name, spec in groups.items() if spec.forgives and not spec.advisory}
    strict_only = bool(forgiving) and not any(o.case.group in forgiving for o in every)
    return LostDigits(
        _loss(worst),
        worst.case.name,
        unstable=strict_only,
        cause="" if strict_only else _format(answers, failing),
    )


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


def _loss(outcome: Outcome) -> int:
    step = outcome.step
    return digits_lost(outcome.run.values[step], outcome.case.wants[step], outcome.case.tolerances[step])


def _spread(failing: Sequence[Outcome], count: int) -> list[Outcome]:
    """Return some more failures, from different groups first."""
    chosen: dict[str, Outcome] = {}
    for outcome in failing:
        chosen.setdefault(outcome.case.group, outcome)
    return list(chosen.values())[:count]


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
    reference: Callable[..., Any],
    run_one: Callable[[Call], RunResult],
) -> bool:
    """Return whether the error of a case moves like rounding when the inputs move a little."""
    case, step = outcome.case, outcome.step
    got: Any = outcome.run.values[step]
    want: Any = case.wants[step]
    error = got - want
    size = _rms(error)
    scale = _rms(want) or 1.0
    if not math.isfinite(size) or size == 0:
        return False
    change = min(max(size / scale, _MIN_CHANGE), _MAX_CHANGE)
    rng = np.random.RandomState(len(got.ravel()) % 1000)
    jumps = []
    alone = _answer_to(case.call.steps[step], want, run_one)
    if alone is None or _rms(alone - got) > _ROUNDING * size:
        return False  # what the calls before it did has a part in the error
    for _ in range(_REPEATS):
        arguments = [_moved(a, change, rng) for a in case.call.steps[step]]
        moved = _answer_to(arguments, want, run_one)
        if moved is None:
            return False
        try:
            with np.errstate(all="ignore"):
                expected = reference(
                    *[np.array(getattr(a, "array", a)) if _is_array(a) else a for a in arguments]
                )
        except (GraderError, ArithmeticError, ValueError, TypeError):
            return False
        jumps.append(_rms((moved - got) - (expected - want)))
    return median(jumps) >= _ROUNDING * size


def _answer_to(arguments: Sequence[Any], want: Any, run_one: Callable[[Call], RunResult]) -> Any:
    """Return the submission's answer to one call, None if it is no array like `want`."""
    result = run_one(Call((tuple(arguments),)))
    if result.status != Status.RETURNED or len(result.values) != 1:
        return None
    value = result.values[0]
    fits = isinstance(value, np.ndarray) and value.shape == want.shape and value.dtype == np.float64
    return value if fits else None


def _is_array(argument: Any) -> bool:
    return isinstance(getattr(argument, "array", argument), np.ndarray)


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
    bits = []
    for outcome in failing:
        step = outcome.step
        got, want = outcome.run.values[step], outcome.case.wants[step]
        ratio = _rms(got - want) / (_rms(outcome.case.tolerances[step]) or math.inf)
        if ratio > 0:
            bits.append(_BITS - math.log2(ratio))
    middle = median(bits) if bits else 0.0
    return next((name for name, width in _FORMATS if abs(middle - width) <= 4), "")
