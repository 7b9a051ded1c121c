import itertools
import json
import math
import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.comparator.check import check
from grader.comparator.derived import FLOOR, close, derive, exact, expect, reject_chance, spread
from grader.comparator.noise import size_of_error
from grader.comparator.observe import observe
from grader.comparator.values import leaves
from grader.errors import ProblemError
from grader.precision import MARGIN

V = 2.0**-42
TESTS = Path(__file__).parents[1]


def normalise(x, eps=1e-6):
    x = np.asarray(x, dtype=np.float64)
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps)


def normalise_one_pass(x, eps=1e-6):
    m = x.mean(axis=-1, keepdims=True)
    return (x - m) / np.sqrt(np.maximum((x * x).mean(axis=-1, keepdims=True) - m * m, 0) + eps)


def normalise_eps_outside(x, eps=1e-6):
    d = x - x.mean(axis=-1, keepdims=True)
    return d / (np.sqrt((d * d).mean(axis=-1, keepdims=True)) + eps)


def variance(x):
    d = x - x.mean(axis=-1, keepdims=True)
    return (d * d).mean(axis=-1)


def rows(seed, shape=(4, 8), offset=0.0):
    return np.random.RandomState(seed).randn(*shape) + offset


def wrong(got, derived):
    return not check(got, derived.want, derived.tolerance).ok


tables = hnp.arrays(
    np.float64,
    st.tuples(st.integers(1, 3), st.integers(1, 12)),
    elements=st.floats(-100, 100).map(lambda value: value if abs(value) > 1e-50 else 0.0),
)


class TestGuarantees:
    """What the module's docstring promises."""

    @given(x=tables)
    @settings(deadline=None)
    def test_never_zero_for_a_float(self, x):
        for function in (normalise, variance, np.sin, np.zeros_like):
            derived = derive(function, (x,))
            assert (derived.tolerance >= V * np.abs(derived.want)).all()
            assert (derived.tolerance > 0).all()

    @given(x=tables, power=st.integers(-60, 60))
    @settings(deadline=None)
    def test_scales_where_the_function_does(self, x, power):
        scale = 2.0**power
        for function, degree in (
            (variance, 2),
            (lambda x: x.sum(axis=-1), 1),
            (lambda x: np.cumsum(x * 3, axis=-1), 1),
        ):
            small, large = derive(function, (x,)), derive(function, (x * scale,))
            np.testing.assert_array_equal(large.want, small.want * scale**degree)
            floor = FLOOR * (1 + scale**degree)
            np.testing.assert_allclose(
                large.tolerance, small.tolerance * scale**degree, rtol=1e-12, atol=floor
            )

    @given(x=tables)
    @settings(deadline=None)
    def test_grows_with_what_is_forgiven(self, x):
        strict, forgiving = derive(normalise, (x,)), derive(normalise, (x,), forgives=[normalise_one_pass])
        assert (forgiving.tolerance >= strict.tolerance).all()

    @pytest.mark.parametrize("function", [normalise, variance, np.sin, lambda x: np.cumsum(x, axis=-1)])
    def test_grows_with_the_size_of_the_errors(self, function, monkeypatch):
        x = rows(0, offset=10.0)
        tolerances = []
        for margin in (2.0**8, 2.0**11, 2.0**14, 2.0**17):
            monkeypatch.setattr("grader.comparator.noise.MARGIN", margin)
            tolerances.append(derive(function, (x,)).tolerance)
        for smaller, larger in itertools.pairwise(tolerances):
            assert (larger > 4 * smaller).all()

    @pytest.mark.parametrize("eps", [1e-12, 1e-9, 1e-6, 1e-5, 1e-3, 0.1, 1.0])
    @given(seed=st.integers(0, 2**32 - 1), width=st.integers(2, 64), mean=st.floats(-1, 1))
    @settings(deadline=None, max_examples=20)
    def test_never_hides_eps_outside_the_root(self, eps, seed, width, mean):
        x = rows(seed, (3, width)) * math.sqrt(eps) + mean
        assert wrong(normalise_eps_outside(x, eps), derive(normalise, (x, eps)))

    @pytest.mark.parametrize("eps", [1e-12, 1e-6, 1.0])
    @pytest.mark.parametrize("factor", [0.5, 0.99, 1.01, 2.0])
    def test_never_hides_another_eps(self, eps, factor):
        x = rows(1) * math.sqrt(eps)
        assert wrong(normalise(x, eps * factor), derive(normalise, (x, eps)))

    def test_is_the_same_in_every_process(self):
        code = (
            "import json, numpy as np\n"
            "from grader.comparator.derived import derive\n"
            "from comparator.test_derived import normalise, rows\n"
            "print(json.dumps(derive(normalise, (rows(3),)).tolerance.tolist()))"
        )
        environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(TESTS)}
        printed = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, check=True
        )
        assert json.loads(printed.stdout) == derive(normalise, (rows(3),)).tolerance.tolist()

    def test_does_not_depend_on_what_was_derived_before(self):
        first = derive(normalise, (rows(3),)).tolerance
        derive(variance, (rows(5, (40, 40)),))
        np.testing.assert_array_equal(derive(normalise, (rows(3),)).tolerance, first)

    def test_a_long_sum_has_a_larger_margin(self):
        assert size_of_error(np.dtype(np.float64), 1) == 2.0**-53 * MARGIN == V
        assert size_of_error(np.dtype(np.float64), 512) == V
        assert size_of_error(np.dtype(np.float64), 4096) == 8 * V
        assert size_of_error(np.dtype(np.complex128), 4096) == 8 * V
        assert size_of_error(np.dtype(np.longdouble), 1) == V

    def test_many_short_rows_are_judged_as_one_row_is(self):
        x = rows(2, (20_000, 8))
        all_rows, few = derive(normalise, (x,)), derive(normalise, (x[:100],))
        assert 0.5 < np.median(all_rows.tolerance[:100] / few.tolerance) < 2


class TestVerdicts:
    """What the tolerance lets through and what it does not."""

    @pytest.mark.parametrize("offset", [1e5, 1e6, 1e7])
    def test_a_one_pass_variance_fails_where_the_mean_is_large(self, offset):
        x = rows(0, (8, 16), offset * 1.37)
        assert wrong(normalise_one_pass(x), derive(normalise, (x,)))

    @pytest.mark.parametrize("seed", range(10))
    def test_a_one_pass_variance_passes_where_it_is_forgiven(self, seed):
        x = np.random.RandomState(seed).uniform(-100, 100, (6, 8))
        assert not wrong(normalise_one_pass(x), derive(normalise, (x,), forgives=[normalise_one_pass]))

    @pytest.mark.parametrize("dtype", [np.float32, np.float16])
    def test_low_precision_fails_on_ordinary_inputs(self, dtype):
        x = rows(0)
        derived = derive(normalise, (x,), forgives=[normalise_one_pass])
        assert wrong(derived.want.astype(dtype).astype(np.float64), derived)
        assert wrong(normalise(x.astype(dtype).astype(np.float64)), derived)

    @pytest.mark.parametrize("n", [2, 64, 1024, 4096])
    def test_a_naive_sum_of_equal_numbers_passes(self, n):
        x = np.full((2, n), 0.1)
        naive = np.cumsum(x, axis=-1)[:, -1]
        derived = derive(lambda x: x.sum(axis=-1), (x,))
        assert (np.abs(naive - derived.want) <= 0.25 * derived.tolerance).all()

    def test_integers_with_a_large_mean_pass_in_any_order(self):
        x = np.random.RandomState(0).randint(10**11, 10**12, (3, 33))

        def by_hand(x):
            means = x.sum(axis=-1) / x.shape[-1]
            return np.array([[v - m for v in row] for row, m in zip(x, means, strict=True)])

        derived = derive(lambda x: x - x.mean(axis=-1, keepdims=True), (x,))
        assert not wrong(by_hand(x), derived)
        assert not wrong(by_hand(x[:, ::-1].astype(float))[:, ::-1], derived)
        assert (derive(by_hand, (x,)).tolerance > 1e-5).all()


class TestAdmission:
    def test_a_case_on_an_edge_is_refused(self):
        for function, x, why in [
            (lambda x: int(np.argmax(x)), np.array([1.0, 1.0]), "discrete"),
            (lambda x: np.floor(x * 3).astype(int), np.array([1 / 3]), "discrete"),
            (lambda x: x == 0.3, np.array([0.3]), "discrete"),
            (lambda x: np.unique(x * 0.1), np.array([1.0, 1.0]), "another shape"),
            (lambda x: np.sqrt(1 - x), np.array([1.0]), "finite or not"),
            (lambda x: [v for v in x / 3 if v > 0.1], np.array([0.3]), "other parts"),
        ]:
            derived = derive(function, (x,))
            assert not derived.admitted
            assert why in derived.refusal

    def test_a_case_that_says_nothing_is_refused(self):
        derived = derive(variance, (np.array([1e9, 1e9 + 1e-3]),))
        assert derive(lambda x: x[0] - x[1], (np.array([1e10, 1e10]),)).admitted is False
        assert "says nothing" in derive(lambda x: x[0] - x[1], (np.array([1e10, 1e10]),)).refusal
        assert derived.admitted is True

    def test_infinities_and_nan_that_stay_are_admitted(self):
        derived = derive(lambda x: np.array([1.0, -1.0, 0.0]) / x, (np.zeros(3),))
        assert derived.admitted
        assert derived.tolerance.tolist() == [0.0, 0.0, 0.0]
        assert check(np.array([np.inf, -np.inf, np.nan]), derived.want, derived.tolerance).ok

    def test_an_empty_result_is_admitted(self):
        assert derive(normalise, (np.zeros((0, 5)),)).admitted


LOST = {
    "math": lambda x: math.sqrt(x.sum()),
    "float in the middle": lambda x: float(x.sum()) / 3,
    "fsum": math.fsum,
    "numbers in Python": lambda x: [float(v) / 3 for v in x],
    "an array of them": lambda x: np.ndarray(2, buffer=np.array([math.exp(x[0]), 1.0]).data),
}  # fmt: skip


@pytest.mark.parametrize("name", LOST)
def test_a_reference_that_leaves_numpy_is_refused_with_the_way_out(name):
    with pytest.raises(ProblemError, match="write the reference in ufuncs, or use `close`"):
        derive(LOST[name], (np.array([0.1, 0.2]),))


def test_integers_in_python_are_out_of_sight():
    with pytest.raises(ProblemError, match="outside of numpy"):
        derive(lambda values: [v / 3 for v in values], ([1, 2, 4],))


def test_constants_are_in_order():
    assert derive(lambda x: 0.0 if x.size == 0 else x.sum(), (np.zeros(0),)).admitted
    assert derive(lambda x: (x.sum(), 1.0), (np.ones(3),)).tolerance[1] == V + 2.0**-1000
    assert derive(lambda x: math.nan, (np.ones(3),)).tolerance == 0.0


def test_a_list_of_floats_is_followed_through_python():
    derived = derive(lambda values: sum(values) / len(values), ([0.1, 0.2, 0.4],))
    assert isinstance(derived.want, float)
    assert derived.tolerance > 1.2 * V * derived.want


@pytest.mark.parametrize(
    ("kind", "first", "second", "same"),
    [
        ("derived", np.ones(2), np.ones(2) + 1e-15, True),
        ("derived", np.ones(2), np.ones(2) + 1e-3, False),
        ("derived", 3, 4, False),
        ("exact", np.array([np.nan]), np.array([np.nan]), True),
        ("exact", 0.1 + 0.2, 0.3, False),
        ("exact", ["a", "b"], ["b", "a"], False),
        ("close", np.ones(2), np.ones(2) + 1e-15, False),
        ("custom", {"a": 1}, {"a": 2}, False),
        ("custom", np.ones(2), np.ones(3), False),
    ],
)
def test_two_results_of_one_call_must_agree(kind, first, second, same):
    with nullcontext() if same else pytest.raises(ProblemError, match="two calls differ"):
        reject_chance(kind, first, second)


def test_a_reference_that_fails_on_a_subclass_is_refused():
    def picky(x):
        assert type(x) is np.ndarray
        return x

    with pytest.raises(ProblemError, match="picky: fails on a subclass of arrays with AssertionError"):
        derive(picky, (np.ones(2),))


@pytest.mark.parametrize("result", [{1, 2}, object(), np.array(["a"]), np.ma.masked_array([1.0]), iter([])])
def test_a_result_that_can_not_be_compared_is_refused(result):
    with pytest.raises(ProblemError, match="can't be compared"):
        derive(lambda: result, ())


def test_float16_has_no_room():
    with pytest.raises(ProblemError, match="float16"):
        derive(lambda x: x * 2, (np.ones(2, dtype=np.float16),))


def test_what_is_forgiven_must_be_of_the_same_form():
    with pytest.raises(ProblemError, match="must return what the reference returns"):
        derive(variance, (np.ones((2, 3)),), forgives=[lambda x: x])
    with pytest.raises(ProblemError, match="outside of numpy"):
        derive(lambda x: x.sum(), (np.ones(3) * 0.1,), forgives=[lambda x: math.fsum(x) * 1.0])


def test_the_reference_gets_copies():
    x, nested = np.ones(3), [np.ones(2), {"a": np.ones(2)}]

    def spoiling(x, nested):
        x[...] = 7
        nested[0][...] = 7
        nested[1]["a"][...] = 7
        nested.append(1)
        return x + 0.0

    derive(spoiling, (x, nested))
    assert x.tolist() == [1, 1, 1]
    assert nested[0].tolist() == nested[1]["a"].tolist() == [1, 1]
    assert len(nested) == 2


def test_the_tolerance_has_the_structure_of_the_want():
    def function(x):
        return {
            "mean": x.mean(),
            "parts": (x / 3, [int(x.size), "label"]),
            "z": complex(1, 2),
            "mask": x > 0,
            "none": None,
        }

    derived = derive(function, (np.array([0.1, 0.2]),))
    tolerance = derived.tolerance
    assert type(derived.want["mean"]) is type(tolerance["mean"]) is float
    assert type(derived.want["parts"]) is type(tolerance["parts"]) is tuple
    assert tolerance["parts"][0].dtype == np.float64
    assert tolerance["parts"][1] == [None, None]
    assert type(tolerance["z"]) is float
    assert tolerance["mask"] is tolerance["none"] is None
    assert check(derived.want, derived.want, tolerance).ok


def test_complex_results_move_in_both_parts():
    derived = derive(np.fft.fft, (rows(0, (8,)),))
    assert derived.tolerance.dtype == np.float64
    assert check(derived.want * (1 + 1e-15j), derived.want, derived.tolerance).ok
    assert not check(derived.want * (1 + 1e-10j), derived.want, derived.tolerance).ok


class TestSpread:
    def test_is_what_derive_allows(self):
        np.testing.assert_array_equal(spread(normalise, (rows(0),)), derive(normalise, (rows(0),)).tolerance)

    def test_of_a_mistake_in_python_is_too_small_and_no_error(self):
        def in_python(x):
            return np.array([math.fsum(row.tolist()) / len(row) for row in x])

        x = rows(0)
        small = spread(in_python, (x,))
        assert small.shape == (4,)
        assert (small <= 10 * derive(lambda x: x.mean(axis=-1), (x,)).tolerance).all()

    @pytest.mark.parametrize(
        "mistake",
        [
            lambda x: x[0] - x[1],  # says nothing: its result is rounding alone
            lambda x: np.sqrt(1e10 - x),  # finite or not, by rounding
            lambda x: x[:1] * {np.ndarray: 1}[type(x)],  # fails on perturbed arrays
        ],
    )
    def test_that_says_nothing_is_zero(self, mistake):
        assert np.max(spread(mistake, (np.array([1e10, 1e10]),))) == 0.0

    def test_has_the_structure_of_the_mistakes_own_result(self):
        found = spread(lambda x: (x.mean(), [int(x.size), x / 3]), (np.array([0.1, 0.2]),))
        assert type(found) is tuple
        assert type(found[0]) is float
        assert found[1][0] is None
        assert found[1][1].shape == (2,)

    def test_a_mistake_that_raises_does_so_here(self):
        with pytest.raises(ZeroDivisionError):
            spread(lambda x: 1 // 0, (np.ones(2),))


class TestOtherKinds:
    def test_exact_allows_nothing(self):
        derived = exact(lambda x: (x / 3, 1), (np.ones(2),))
        assert derived.tolerance == (None, None)
        assert not check((derived.want[0] + 1e-16, 1), derived.want, derived.tolerance).ok

    def test_close_allows_what_the_author_says(self):
        derived = close(lambda x: (x, x[0], 3, x + 1j), (np.array([2.0, -4.0]),), 0.1, 0.01)
        np.testing.assert_allclose(derived.tolerance[0], [0.21, 0.41])
        assert derived.tolerance[1] == pytest.approx(0.21)
        assert derived.tolerance[2] is None
        np.testing.assert_allclose(derived.tolerance[3], np.abs([2 + 1j, -4 + 1j]) * 0.1 + 0.01)

    def test_a_tolerance_is_finite_and_zero_for_what_is_not(self):
        derived = close(lambda x: x, (np.array([np.inf, np.nan, 1e308]),), 10.0, 1.0)
        assert derived.tolerance.tolist()[:2] == [0.0, 0.0]
        assert np.isfinite(derived.tolerance).all()

    @pytest.mark.parametrize(
        ("kind", "tolerance"),
        [("exact", None), ("custom", None), ("close", 0.5), ("derived", V + 2.0**-1000)],
    )
    def test_expect_follows_the_problem(self, kind, tolerance):
        comparison = SimpleNamespace(kind=kind, rtol=0.0, atol=0.5)
        assert expect(comparison, lambda n: 1.0, (3,)).tolerance == tolerance

    def test_numpy_scalars_become_python_numbers(self):
        want = exact(
            lambda: (np.float64(1), np.int8(2), np.True_, np.complex64(1), np.longdouble(1)), ()
        ).want
        assert [type(item) for item in want] == [float, int, bool, complex, float]

    def test_a_want_is_a_native_copy(self):
        x = np.ones((2, 3), dtype=">f8")
        want = exact(lambda: x.T, ()).want
        assert want.dtype.isnative
        assert want.flags.c_contiguous
        assert want.base is None


def test_observe_counts_the_runs_without_and_with_errors():
    calls = []

    def counted(x):
        calls.append(type(x))
        return x * 2

    observe(counted, (np.ones(2),), np.ones(2) * 2)
    assert len(calls) == 9
    assert all(leaf is not None for _, leaf in leaves(calls))
