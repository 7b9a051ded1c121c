"""Lost digits are measured: rounding is told from wrong formulas by how the error moves."""

import numpy as np
import pytest
from support.memory_runner import _call

from grader.bank.model import BankCase
from grader.comparator.check import rule_for
from grader.comparator.derived import derive
from grader.explain.numerics import lost_digits
from grader.outcomes.outcome import Standard, judge_case
from grader.problem.spec import GroupSpec
from grader.runner.wire import Call

NAMES = ("x", "gamma", "beta", "eps")
GROUPS = {
    "basic": GroupSpec(points=60, cites="a", forgives=("one_pass",)),
    "stability": GroupSpec(points=40, cites="a"),
}


def reference(x, gamma, beta, eps):
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta


def one_pass(x, gamma, beta, eps):
    m = x.mean(axis=-1, keepdims=True)
    var = np.maximum((x * x).mean(axis=-1, keepdims=True) - m * m, 0)
    return (x - m) / np.sqrt(var + eps) * gamma + beta


def float32_mean(x, gamma, beta, eps):
    d = x - x.astype(np.float32).mean(axis=-1, keepdims=True).astype(np.float64)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta


def narrow(dtype):
    def function(x, gamma, beta, eps):
        with np.errstate(all="ignore"):
            x, gamma, beta = (a.astype(dtype) for a in (x, gamma, beta))
            return reference(x, gamma, beta, dtype(eps)).astype(np.float64)

    return function


def rounded(decimals):
    return lambda *args: np.round(reference(*args), decimals)


def wrong_eps(x, gamma, beta, eps):
    return reference(x, gamma, beta, eps * 10)


def cut(position, change):
    def function(*args):
        args = list(args)
        args[position] = change(args[position])
        return reference(*args)

    return function


def slightly_wrong_scale(x, gamma, beta, eps):
    return reference(x, gamma, beta, eps) * (1 + 3e-8)


def ddof(x, gamma, beta, eps):
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps) * gamma + beta


def cases():
    rng = np.random.RandomState(3)
    for i in range(12):
        group = "basic" if i < 6 else "stability"
        x = rng.standard_normal((8, 5 + i)) * rng.uniform(0.5, 2)
        if group == "stability":
            x = x + 1.7e6 * rng.uniform(1, 3, (8, 1))
        n = x.shape[-1]
        args = (x, rng.uniform(0.5, 2, n), rng.uniform(-1, 1, n), 1e-6)
        forgives = [one_pass] if group == "basic" else []
        expected = derive(reference, args, forgives=forgives)
        assert expected.admitted
        yield BankCase(
            f"case {i}",
            group,
            "hidden",
            "",
            (dict(zip(NAMES, args, strict=True)),),
            Call((args,)),
            (expected.want,),
            (expected.tolerance,),
        )


CASES = list(cases())


def measured(function, *, groups=GROUPS):
    standard = Standard(rule=rule_for("np.ndarray"))
    outcomes = [judge_case(c, _call(function, c.call, i), standard) for i, c in enumerate(CASES)]
    return lost_digits(outcomes, groups, reference, lambda call: _call(function, call, 0))


def test_a_right_solution_has_lost_nothing():
    assert measured(reference) is None


def test_an_unstable_formula_is_right_in_exact_arithmetic():
    lost = measured(one_pass)
    assert lost.unstable
    assert 6 <= lost.lost <= 12
    assert "right in exact arithmetic" in lost.sentence


@pytest.mark.parametrize(
    ("function", "cause"),
    [
        (float32_mean, "float32"),
        (cut(1, lambda a: a.astype(np.float32).astype(float)), "gamma is cut down to float32"),
        (cut(2, lambda a: a.astype(np.float16).astype(float)), "beta is cut down to float16"),
        (cut(0, lambda a: np.round(a, 5)), "x is rounded to 5 decimals"),
        (narrow(np.float32), "float32"),
        (narrow(np.float16), "float16"),
        (rounded(4), "rounded to 4 decimals"),
        (rounded(8), "rounded to 8 decimals"),
    ],
    ids=["float32 mean", "gamma", "beta", "x", "float32", "float16", "rounded 4", "rounded 8"],
)
def test_low_precision_is_named_as_what_it_is(function, cause):
    lost = measured(function)
    assert lost is not None
    assert not lost.unstable
    assert lost.cause == cause


@pytest.mark.parametrize(
    "function", [wrong_eps, slightly_wrong_scale, ddof, lambda x, *_: x, lambda x, *_: x * 0]
)
def test_a_wrong_formula_is_never_called_rounding(function):
    assert measured(function) is None


def test_an_exception_is_no_lost_digit():
    def fails(x, gamma, beta, eps):
        raise ValueError

    assert measured(fails) is None
