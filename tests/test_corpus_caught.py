"""Judging the judge: every wrong solution is caught, by fixed cases and by generated ones, and no right one."""

import pytest
from corpus_tables.catching import generated_cases
from corpus_tables.files import layer_norm, solutions
from corpus_tables.survey import RIGHT_SEEDS, WRONG_SEEDS, missed_by_fixed, survey, survey_in_processes

from grader.bank.build import build_bank, digest_of

pytestmark = pytest.mark.kernel

OWED = [s for s in solutions("wrong") if s.owed_by_generated]
# Ways to write a right solution that have little in common; the others are run by the long tier.
STYLES = (
    "python_loops_2d",
    "fsum_rows",
    "einsum_optimize",
    "reshape_2d",
    "vectorize_signature",
    "longdouble_internal",
    "inplace_ops",
    "chan_merge",
    "running_mean_loop",
    "fold_gamma",
    "kahan",
    "matmul_mean_weights",
    "linalg_norm",
    "corrected_two_pass",
    "shifted_one_pass",
    "masked_array",
    "fft_mean",
    "qr_projection",
    "hypot_trick",
    "class_callable",
)
FIVE_SEEDS = (1, 2, 3, 10**9, 2**127)


@pytest.fixture(scope="module")
def draw():
    """Draw the cases of a few seeds once for all tests."""
    drawn = dict(generated_cases(layer_norm(), FIVE_SEEDS))
    return lambda _, seeds: [(seed, drawn[seed]) for seed in seeds]


def test_fixed_cases_alone_catch_every_wrong_solution(cache):
    assert missed_by_fixed(cache) == []


def test_generated_cases_alone_catch_what_is_wrong_often_enough(draw):
    assert survey(FIVE_SEEDS[:3], wrong=OWED, draw=draw).missed == {}


def test_right_solutions_of_many_styles_pass_at_every_seed(draw):
    right = [s for s in solutions("right") if s.path.removeprefix("right/").removesuffix(".py") in STYLES]
    assert len(right) == len(STYLES) >= 15
    assert survey(FIVE_SEEDS, right=right, draw=draw).rejected == []


def test_cases_of_several_seeds_are_those_of_their_banks(draw):
    ((_, drawn),) = draw(layer_norm(), FIVE_SEEDS[-1:])
    bank = build_bank(layer_norm(), FIVE_SEEDS[-1])
    assert digest_of(drawn) == digest_of(tuple(c for c in bank.cases if c.visibility == "generated"))


def test_generated_cases_hold_rows_that_hardly_vary_and_rows_far_from_zero(draw):
    for _, cases in draw(layer_norm(), FIVE_SEEDS):
        rows = [
            (abs(row.mean()), row.std(), step.get("eps", 1e-6))
            for case in cases
            for step in case.steps
            for row in step["x"].astype(float).reshape(-1, step["x"].shape[-1])[:64]
            if row.size > 1
        ]
        assert sum(0 < spread < eps**0.5 for _, spread, eps in rows) >= 10
        assert sum(spread > 0 and mean > 1e5 * spread for mean, spread, _ in rows) >= 50
        assert sum(spread == 0 for _, spread, _ in rows) >= 5


@pytest.mark.long
def test_many_seeds():
    """A thousand seeds for right solutions, a hundred for wrong ones: about an hour on two cores."""
    found = survey_in_processes(RIGHT_SEEDS, wrong_seeds=WRONG_SEEDS)
    assert found.rejected == []
    least = 0.99 * len(WRONG_SEEDS)
    rates = {path: len(WRONG_SEEDS) - len(missed) for path, missed in found.missed.items()}
    assert {s.path: rates[s.path] for s in OWED if rates.get(s.path, least) < least} == {}
