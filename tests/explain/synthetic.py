"""Faults that are written for any function of arrays, and problems to commit them on.

A fault takes the problem's reference and returns a submission; the arguments are x and what else there is.
"""

from dataclasses import dataclass
from itertools import count

import numpy as np
from support.memory_runner import _call

from grader.bank.model import BankCase
from grader.comparator.check import rule_for
from grader.comparator.derived import derive
from grader.explain.numerics import lost_digits
from grader.outcomes.outcome import Standard, judge_case
from grader.problem.spec import GroupSpec
from grader.runner.wire import Call

GROUPS = {
    "basic": GroupSpec(points=60, cites="a", forgives=("shortcut",)),
    "stability": GroupSpec(points=40, cites="a"),
}


@dataclass(frozen=True)
class Problem:
    """A reference, a shortcut that is right in exact arithmetic, and how to draw arguments.

    `middle` holds functions with a hole: a cast or a rounding is put into the middle of the computation.
    """

    reference: object
    shortcut: object
    draw: object
    middle: object = None
    names: tuple = ()

    def cases(self, seed):
        rng = np.random.RandomState(seed)
        made = []
        for number in range(14):
            group = "basic" if number < 8 else "stability"
            args = self.draw(rng, group == "stability")
            expected = derive(self.reference, args, forgives=[self.shortcut] if group == "basic" else [])
            if expected.admitted:
                names = [f"a{i}" for i in range(len(args))]
                made.append(
                    BankCase(
                        f"case {number}",
                        group,
                        "hidden",
                        "",
                        (dict(zip(names, args, strict=True)),),
                        Call((args,)),
                        (expected.want,),
                        (expected.tolerance,),
                    )
                )
        return made

    def finding(self, function, cases):
        """Return what is found: ``unstable``, ``low``, or ``nothing``; ``right`` if no case fails."""
        standard = Standard(rule=rule_for("np.ndarray"))
        outcomes = [judge_case(c, _call(function, c.call, i), standard) for i, c in enumerate(cases)]
        if all(o.right for o in outcomes):
            return "right"
        found = lost_digits(outcomes, GROUPS, self.reference, lambda call: _call(function, call, 0))
        return "nothing" if found is None else "unstable" if found.unstable else "low"


def _rows(rng, far, low=4, high=24):
    x = rng.standard_normal((rng.randint(4, 9), rng.randint(low, high))) * rng.uniform(0.5, 2)
    if far:
        x = x + 10.0 ** rng.uniform(5, 6.5, (len(x), 1)) * rng.uniform(1, 3, (len(x), 1))
    return x


def _normal(x, eps, hole=lambda v: v):
    d = x - hole(x.mean(axis=-1, keepdims=True))
    return d / np.sqrt(hole((d * d).mean(axis=-1, keepdims=True)) + eps)


def _normal_shortcut(x, eps):
    m = x.mean(axis=-1, keepdims=True)
    return (x - m) / np.sqrt(np.maximum((x * x).mean(axis=-1, keepdims=True) - m * m, 0) + eps)


def _variance(x, scale, hole=lambda v: v):
    d = x - hole(x.mean(axis=-1, keepdims=True))
    return scale * (d * d).mean(axis=-1)


def _variance_shortcut(x, scale):
    m = x.mean(axis=-1)
    return scale * ((x * x).mean(axis=-1) - m * m)


def _distances(x, y, hole=lambda v: v):
    d = x[:, np.newaxis, :] - hole(y)[np.newaxis, :, :]
    return np.sqrt((d * d).sum(axis=-1))


def _distances_shortcut(x, y):
    squares = (x * x).sum(axis=-1)[:, np.newaxis] + (y * y).sum(axis=-1) - 2 * x @ y.T
    return np.sqrt(np.maximum(squares, 0))


def _draw_distances(rng, far):
    width = rng.randint(3, 9)
    x, y = rng.standard_normal((rng.randint(3, 6), width)), rng.standard_normal((rng.randint(3, 6), width))
    shift = 10.0 ** rng.uniform(5, 6) * rng.uniform(1, 3, width) if far else 0.0
    return x + shift, y + shift


PROBLEMS = {
    "normal": Problem(
        _normal,
        _normal_shortcut,
        lambda rng, far: (_rows(rng, far), float(10.0 ** rng.uniform(-6, -2))),
        _normal,
    ),
    "variance": Problem(
        _variance,
        _variance_shortcut,
        lambda rng, far: (_rows(rng, far), float(rng.uniform(0.5, 2))),
        _variance,
    ),
    "distances": Problem(_distances, _distances_shortcut, _draw_distances, _distances),
}


def _after(change):
    """A fault in the result."""
    return lambda problem: lambda *args: change(problem.reference(*args), *args)


def _before(change):
    """A fault in the first argument."""
    return lambda problem: lambda x, *rest: problem.reference(change(x), *rest)


def _within(hole):
    """A fault in the middle."""
    return lambda problem: lambda *args: problem.middle(*args, hole=hole)


def _counting(change):
    """A fault that grows with the number of calls."""

    def fault(problem):
        calls = count()
        return lambda *args: change(problem.reference(*args), next(calls))

    return fault


def _remembering(share):
    def fault(problem):
        last = [0.0]

        def function(x, *rest):
            last[0] = (1 - share) * float(np.mean(x)) + share * last[0]
            return problem.reference(x + (last[0] - float(np.mean(x))) * 1e-6, *rest)

        return function

    return fault


def _noise(size):
    def fault(problem):
        rng = np.random.RandomState(5)
        return lambda *args: problem.reference(*args) * (1 + size * rng.standard_normal())

    return fault


def _short(a):
    return np.asarray(a, dtype=np.float32).astype(np.float64)


def _shorter(a):
    with np.errstate(all="ignore"):
        return np.asarray(a, dtype=np.float16).astype(np.float64)


def _first(x):
    return np.asarray(x).ravel()[0]


SMOOTH = {
    f"scaled by 1 + {size:g}": _after(lambda r, *_, size=size: r * (1 + size))
    for size in (1e-10, 3e-8, 1e-6, 1e-4, 1e-2, 0.3)
} | {
    "a power": _after(lambda r, *_: np.sign(r) * np.abs(r) ** (1 + 1e-7)),
    "a small wave": _after(lambda r, *_: r + 1e-7 * np.sin(r)),
    "a faster wave": _after(lambda r, *_: r + 1e-7 * np.sin(50 * r)),
    "a constant": _after(lambda r, *_: r + 1e-8),
    "a large constant": _after(lambda r, *_: r + 1.0),
    "a little of the input": _after(lambda r, x, *_: r + 1e-9 * _first(x)),
    "input stretched": _before(lambda x: x * (1 + 1e-8)),
    "input shifted": _before(lambda x: x + 1e-6),
    "input bent": _before(lambda x: x + 1e-9 * x * x / (1 + np.abs(x))),
    "input reversed": _before(lambda x: x[::-1]),
    "first element doubled": _before(lambda x: x * np.where(np.arange(x.shape[-1]) == 0, 2.0, 1.0)),
    "zero": _after(lambda r, *_: r * 0),
}
SPECIAL = {
    "small results flushed": _after(lambda r, *_: np.where(np.abs(r) < 0.05, 0.0, r)),
    "tiny results flushed": _after(lambda r, *_: np.where(np.abs(r) < 1e-4, 0.0, r)),
    "large results clipped": _after(lambda r, *_: np.minimum(r, 0.9 * np.max(r))),
    "positive first element": _after(lambda r, x, *_: r * (1 + 1e-7 * (_first(x) > 0))),
    "first element above the mean": _after(lambda r, x, *_: r + 1e-8 * (_first(x) > np.mean(x))),
    "even whole part": _after(lambda r, x, *_: r * (1 + 1e-7 * (int(_first(x)) % 2))),
    "even thousandth": _after(lambda r, x, *_: r * (1 + 1e-7 * (int(_first(x) * 1e3) % 2))),
    "many rows": _after(lambda r, x, *_: r * (1 + 1e-7 * (len(x) > 5))),
    "large input clipped": _before(lambda x: np.clip(x, -1e3, 1e3)),
    "last row forgotten": _after(lambda r, *_: np.concatenate([r[:-1], r[:1]])),
    "order of the first two": _after(lambda r, x, *_: r + 1e-7 * (x[0, 0] > x[0, 1])),
}
STATEFUL = {
    "a drift": _counting(lambda r, n: r + 1e-9 * n),
    "wrong every other time": _counting(lambda r, n: r * (1 + 1e-7 * (n % 2))),
    "wrong from the tenth on": _counting(lambda r, n: r * (1 + 1e-7 * (n > 9))),
    "running mean": _remembering(0.9),
}
CHANCE = {f"noise of {size:g}": _noise(size) for size in (1e-9, 1e-7, 1e-4, 0.1)}
LOW = {
    "float32 input": _before(_short),
    "float16 input": _before(_shorter),
    "float32 result": _after(lambda r, *_: _short(r)),
    "float16 result": _after(lambda r, *_: _shorter(r)),
    "float32 in the middle": _within(_short),
    "float16 in the middle": _within(_shorter),
    **{f"result to {k} decimals": _after(lambda r, *_, k=k: np.round(r, k)) for k in (3, 6, 9)},
    **{f"input to {k} decimals": _before(lambda x, k=k: np.round(x, k)) for k in (3, 6, 9)},
    **{f"middle to {k} decimals": _within(lambda v, k=k: np.round(v, k)) for k in (3, 6, 9)},
}
