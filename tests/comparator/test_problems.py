"""The derived tolerance serves any numeric problem: nothing here is tuned for one."""

import numpy as np
import pytest
from comparator.numeric_problems import LOW_PRECISION, PROBLEMS

from grader.comparator.check import check
from grader.comparator.derived import derive
from grader.comparator.values import leaves, map_leaves

RATIO = 0.25  # of the tolerance, the largest error of an honest answer: what the constants are made for


def ratio(got, derived):
    rows = zip(leaves(got), leaves(derived.want), leaves(derived.tolerance), strict=True)
    return max(float(np.max(np.abs(g - w) / t)) for (_, g), (_, w), (_, t) in rows)


def assert_honest_variants_are_right(problem, args):
    derived = derive(problem.reference, args)
    assert derived.admitted, derived.refusal
    for variant in problem.honest:
        got = variant(*[arg.copy() if isinstance(arg, np.ndarray) else arg for arg in args])
        assert check(got, derived.want, derived.tolerance).ok, variant.__name__
        assert ratio(got, derived) <= RATIO, variant.__name__
    return derived


def judge(problem, seed):
    args = problem.draw(np.random.RandomState(seed))
    derived = assert_honest_variants_are_right(problem, args)
    for lower in LOW_PRECISION:
        careless = lower(problem.reference)
        assert check(careless(*args), derived.want, derived.tolerance).reason == "value", careless.__name__
    if problem.draw_hard:
        args = problem.draw_hard(np.random.RandomState(seed))
        derived = assert_honest_variants_are_right(problem, args)
        assert not check(problem.unstable(*args), derived.want, derived.tolerance).ok


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.name)
def test_honest_variants_are_right_and_careless_ones_are_not(problem):
    for seed in range(12):
        judge(problem, seed)


@pytest.mark.long
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.name)
def test_the_same_for_a_thousand_seeds(problem):
    for seed in range(1000, 2000):
        judge(problem, seed)


def single(value):
    floats = isinstance(value, np.ndarray) and value.dtype.kind == "f"
    return value.astype(np.float32) if floats else value


@pytest.mark.parametrize(
    "problem",
    [p for p in PROBLEMS if p.name not in ("positional encoding", "variance")],
    ids=lambda p: p.name,
)
def test_a_problem_in_float32_has_a_tolerance_of_its_own(problem):
    for seed in range(8):
        args = [single(arg) for arg in problem.draw(np.random.RandomState(seed))]
        derived = derive(problem.reference, args)
        assert derived.admitted, derived.refusal
        for variant in problem.honest:
            got = map_leaves(single, variant(*[a.copy() for a in args]))
            assert check(got, derived.want, derived.tolerance).ok, variant.__name__
        half = map_leaves(lambda a: a.astype(np.float16).astype(np.float32), derived.want)
        assert not check(half, derived.want, derived.tolerance).ok
