import numpy as np
import pytest

from grader.comparator.derived import derive
from grader.comparator.digits import digits_lost, digits_right


def normalised(x, eps):
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps)


def one_pass(x, eps):
    m = x.mean(axis=-1, keepdims=True)
    return (x - m) / np.sqrt((x * x).mean(axis=-1, keepdims=True) - m * m + eps)


@pytest.mark.parametrize(
    ("error", "digits"),
    [(0.0, 16), (5e-17, 16), (2e-10, 9), (2e-3, 2), (0.5, 0), (7.0, 0), (np.nan, 0), (np.inf, 0)],
)
def test_right_digits_are_counted_beside_the_largest_number(error, digits):
    assert digits_right(np.array([1.0, 1e-9 + error]), np.array([1.0, 1e-9])) == digits


def test_a_result_as_good_as_the_reference_loses_nothing():
    x = np.random.RandomState(0).normal(1e6, 1, (4, 16))
    derived = derive(normalised, (x, 1e-6))
    assert digits_lost(normalised(x[:, ::-1], 1e-6)[:, ::-1], derived.want, derived.tolerance) <= 1


@pytest.mark.parametrize("power", [3, 4, 5, 6])
def test_a_one_pass_variance_loses_a_digit_for_each_of_the_mean_over_the_spread(power):
    x = np.random.RandomState(0).normal(10.0**power, 1, (4, 16))
    derived = derive(normalised, (x, 1e-6))
    assert abs(digits_lost(one_pass(x, 1e-6), derived.want, derived.tolerance) - power) <= 1


@pytest.mark.parametrize(("dtype", "lost"), [(np.float32, 8), (np.float16, 12)])
def test_a_shorter_type_loses_the_digits_that_it_lacks(dtype, lost):
    x = np.random.RandomState(0).normal(0, 1, (4, 16))
    derived = derive(normalised, (x, 1e-6))
    got = derived.want.astype(dtype).astype(np.float64)
    assert abs(digits_lost(got, derived.want, derived.tolerance) - lost) <= 1


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_has_lost_all(bad):
    assert digits_lost(np.array([bad]), np.array([1.0]), np.array([1e-12])) == 16


def test_equal_infinities_have_lost_nothing():
    assert digits_lost(np.array([np.inf]), np.array([np.inf]), np.array([0.0])) == 0


def test_nested_results_count_their_worst_part_and_not_what_is_exact():
    want = (np.array([1.0]), {"n": 3, "label": "a", "m": 2.0, "z": 1 + 1j})
    tolerance = (np.array([1e-12]), {"n": None, "label": None, "m": 1e-12, "z": 1e-12})
    got = (np.array([1.0]), {"n": 4, "label": "b", "m": 2.0 + 1e-6, "z": 1 + 1j})
    assert digits_lost(got, want, tolerance) == 9
    assert digits_right(got, want) == 6
    assert digits_lost(want, want, tolerance) == 0
