"""What numpy can do on perturbed arrays: without errors nothing changes, with them every result moves."""

import operator
from functools import reduce

import numpy as np
import pytest

from grader.comparator.derived import derive
from grader.comparator.noise import Noise, size_of_error
from grader.comparator.observe import observe
from grader.comparator.perturbed import Perturbed, Scalar, Weak, track
from grader.comparator.values import leaves, map_leaves

X = np.random.RandomState(0).randn(4, 6) + 3
SQUARE = np.random.RandomState(1).randn(5, 5) + 4 * np.eye(5)
PLACES = np.array([0, 1, 0, 2, 1, 0])
trapezoid = np.trapezoid if hasattr(np, "trapezoid") else np.trapz  # noqa: NPY201  # the name before numpy 2


def in_place(x):
    x -= x.mean(-1, keepdims=True)
    x /= 3
    x *= x
    x += 1
    x **= 2
    return x


def added_at(x):
    out = np.zeros(3)
    np.add.at(out, PLACES, x[0])
    return out


def set_items(x):
    out = np.empty(4)
    for i in range(4):
        out[i] = x[i].sum() / 7
    return out


def kahan(x):
    total, lost = 0.0, 0.0
    for value in x[0]:
        y = value - lost
        t = total + y
        lost = (t - total) - y
        total = t
    return total


def sorted_in_place(x):
    y = x / 3
    y.sort(axis=-1)
    return y


def into_out(x):
    out = np.zeros(x.shape)
    np.multiply(x, 0.1, out=out)
    np.divide(out, 3, out=out, where=x > 3)
    return out


def product_into_out(x):
    out = np.empty((4, 4))
    np.dot(x, x.T, out=out)
    return out


FUNCTIONS = {
    "sum": np.sum,
    "sum method": lambda x: x.sum(),
    "sum over axes": lambda x: x.sum(axis=(0, 1)),
    "mean": lambda x: x.mean(0),
    "var": lambda x: x.var(-1),
    "std": lambda x: np.std(x, axis=0, ddof=1),
    "prod": lambda x: x.prod(1),
    "cumsum": lambda x: np.cumsum(x, axis=1),
    "cumsum method": lambda x: x.cumsum(axis=1),
    "cumprod": lambda x: x.cumprod(1),
    "accumulate": lambda x: np.add.accumulate(x, axis=1),
    "reduceat": lambda x: np.add.reduceat(x, [0, 2, 4], axis=1),
    "reduce where, initial": lambda x: np.sum(x, axis=1, where=x > 2.5, initial=1.0),
    "add.reduce": lambda x: np.add.reduce(x, 1),
    "outer": lambda x: np.multiply.outer(x[0], x[1]),
    "logaddexp": lambda x: np.logaddexp.reduce(x, axis=1),
    "einsum": lambda x: np.einsum("ij,kj->ik", x, x),
    "einsum of dots": lambda x: np.einsum("...i,...i->...", x, x),
    "einsum implicit": lambda x: np.einsum("ij,jk", x, x.T),
    "dot": lambda x: np.dot(x, x.T),
    "dot method": lambda x: x.dot(x.T),
    "dot into out": product_into_out,
    "matmul": lambda x: x @ x.T,
    "inner": lambda x: np.inner(x, x),
    "np.outer": lambda x: np.outer(x[0], x[1]),
    "tensordot": lambda x: np.tensordot(x, x, axes=([1], [1])),
    "vdot": lambda x: np.vdot(x, x),
    "norm": lambda x: np.linalg.norm(x, axis=1, keepdims=True),
    "solve": lambda a: np.linalg.solve(a[:, :4], a[:, 4]),
    "eigh": lambda x: np.linalg.eigh(x @ x.T).eigenvalues,
    "lstsq": lambda x: np.linalg.lstsq(x, np.ones(4), rcond=None)[0],
    "fft": np.fft.fft,
    "irfft": lambda x: np.fft.irfft(np.fft.rfft(x)),
    "complex": lambda x: (x + 1j * x[::-1]) * np.exp(1j * x),
    "where": lambda x: np.where(x > 3, x * 2, x / 3),
    "select": lambda x: np.select([x > 3, x > 2], [x / 3, x / 7], 0.5),
    "piecewise": lambda x: np.piecewise(x, [x < 3, x >= 3], [lambda t: t / 3, lambda t: t * 7]),
    "stack": lambda x: np.stack([x * 2, x / 7]),
    "concatenate": lambda x: np.concatenate([x / 3, x]),
    "split": lambda x: np.split(x / 3, 2),
    "sort": lambda x: np.sort(x / 3),
    "sort in place": sorted_in_place,
    "clip": lambda x: np.clip(x, 2, 3) / 3,
    "max": lambda x: x.max(1) / 3,
    "np.min": lambda x: np.min(x, axis=1) / 3,
    "element of the maximum": lambda x: x[0][x[0].argmax()] / 3,
    "fancy index": lambda x: x[[0, 2]][:, PLACES[:3]] / 3,
    "mask": lambda x: x[x > 3] / 3,
    "tracked index": lambda x: x[np.argsort(x[:, 0])] / 3,
    "out": into_out,
    "in place": in_place,
    "add.at": added_at,
    "set items": set_items,
    "compensated loop": kahan,
    "loop over elements": lambda x: np.array([[v / 3 for v in row] for row in x]),
    "builtin sum": lambda x: sum(x[0]),
    "tolist, summed": lambda x: sum(x[0].tolist()),
    "functools.reduce": lambda x: reduce(np.add, list(x)),
    "operators": lambda x: reduce(operator.mul, x[0]),
    "flat": lambda x: np.array([v * 0.1 for v in x.flat]),
    "float at the end": lambda x: float(np.sum(x)),
    "np.float64 at the end": lambda x: np.float64(np.sum(x)),
    "item at the end": lambda x: np.sum(x).item(),
    "tolist at the end": lambda x: (x / 3).tolist(),
    "nested": lambda x: {"m": x.mean(), "s": [x.std(), (x.max() / 3,)]},
    "astype": lambda x: x.astype(np.float64) / 3,
    "asarray": lambda x: np.asarray(x, dtype=np.float64) / 3,
    "array of rows": lambda x: np.array([row / 3 for row in x]),
    "full": lambda x: np.full((3,), x[0, 0]) / 3,
    "linspace": lambda x: np.linspace(0.1, 1, 7) * x[0, 0],
    "arange": lambda x: np.arange(1, 7) / 7 * x,
    "eye": lambda x: (np.eye(6) * x[0]) @ x.T,
    "power 2": lambda x: x**2,
    "power 1/2": lambda x: x**0.5,
    "power -1": lambda x: x**-1,
    "power of a number": lambda x: 2.0**x,
    "median": lambda x: np.median(x, axis=1),
    "percentile": lambda x: np.percentile(x, 30, axis=1),
    "average": lambda x: np.average(x, axis=1, weights=[1.0, 2, 3, 4, 5, 6]),
    "diff": np.diff,
    "gradient": lambda x: np.gradient(x, axis=1),
    "trapezoid": lambda x: trapezoid(x, axis=1),
    "interp": lambda x: np.interp(x, np.arange(7.0), np.arange(7.0) ** 2),
    "convolve": lambda x: np.convolve(x[0], x[1]),
    "correlate": lambda x: np.correlate(x[0], x[1], "full"),
    "cov": np.cov,
    "corrcoef": lambda x: np.corrcoef(x)[0, 1:],
    "polyval": lambda x: np.polyval([1.0, 2, 3], x),
    "cross": lambda x: np.cross(x[:, :3], x[:, 3:]),
    "kron": lambda x: np.kron(x, x),
    "trace": np.trace,
    "nanmean": lambda x: np.nanmean(x, axis=1),
    "bincount": lambda x: np.bincount(PLACES, weights=x[0]),
    "apply_along_axis": lambda x: np.apply_along_axis(lambda row: row / row.sum(), 1, x),
    "vectorize": lambda x: np.vectorize(lambda t: t * 0.1)(x[1:]),
    "matrix_power": lambda x: np.linalg.matrix_power(x[:, :4], 3),
    "divmod": lambda x: np.divmod(x, 0.7)[1],
    "reshape, transpose": lambda x: np.moveaxis((x / 3).reshape(2, 2, 6), 0, 1).T,
    "broadcast_to": lambda x: np.broadcast_to(x[0] / 3, (3, 6)),
    "copy": lambda x: (x / 3).copy(),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_result_is_tracked_and_moves(name):
    function = FUNCTIONS[name]
    derived = derive(function, (X,))  # raises if the track is lost, or the run without errors drifts
    assert derived.admitted, derived.refusal
    v = size_of_error(np.dtype(np.float64), 1)
    for (_, want), (_, tolerance) in zip(leaves(derived.want), leaves(derived.tolerance), strict=True):
        size = np.abs(np.asarray(want))
        assert (np.asarray(tolerance) > 1.2 * v * size).mean() > 0.7, "the spread is more than the floor"
        assert (np.asarray(tolerance) < 200 * v * (size.max() + 30)).all(), "and is rounding, no more"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_without_errors_a_perturbed_run_is_the_plain_one(name):
    function = FUNCTIONS[name]
    observed = observe(function, (X,), map_leaves(lambda leaf: leaf, function(X.copy())))
    for drift in observed.drift:
        assert drift is None or np.max(drift) < 1e-12


@pytest.mark.parametrize(
    "function",
    [
        lambda x: np.argmax(x, axis=1),
        np.argsort,
        lambda x: x > 3,
        lambda x: int((x > 3).sum()),
        lambda x: np.histogram(x, bins=[0.0, 2, 4, 9])[0],
        lambda x: np.digitize(x, [1.0, 2, 3]),
        lambda x: x == x.max(axis=1, keepdims=True),
        lambda x: np.floor(x).astype(int),
        lambda x: "all above 0" if (np.sort(x / 3) > 0).all() else "not all",
        lambda x: [len(np.unique(np.concatenate([x, x]))), x.shape, x.dtype.name],
    ],
)
def test_discrete_results_are_exact_and_stay(function):
    derived = derive(function, (X,))
    assert derived.admitted, derived.refusal
    assert all(tolerance is None for _, tolerance in leaves(derived.tolerance))


REDUCTIONS = {
    "sum of rows": (lambda x: x.sum(axis=-1), 6),
    "sum of columns": (lambda x: x.sum(axis=0), 4),
    "sum of all": (lambda x: x.sum(), 24),
    "sum over two axes": (lambda x: x.sum(axis=(0, 1)), 24),
    "mean": (lambda x: x.mean(-1), 6),
    "cumsum": (lambda x: np.cumsum(x, axis=1), 6),
    "matmul": (lambda x: x @ x.T, 6),
    "dot": (lambda x: np.dot(x.T, x), 4),
    "einsum": (lambda x: np.einsum("ij,kj->ik", x, x), 6),
    "einsum over all": (lambda x: np.einsum("ij,ij->", x, x), 24),
    "einsum of dots": (lambda x: np.einsum("...i,i->...", x, x[0]), 6),
    "tensordot": (lambda x: np.tensordot(x, x, axes=2), 24),
    "norm": (np.linalg.norm, 24),
    "add.at": (added_at, 3),
    "none": (lambda x: np.exp(x) * 3, 1),
    "of integers": (lambda x: (x > 3).sum(axis=-1) / 3, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", REDUCTIONS)
def test_the_longest_reduction_is_measured(name):
    function, longest = REDUCTIONS[name]
    assert observe(function, (X,), function(X.copy())).longest == longest


def perturbed(array, longest=1):
    noise = Noise()
    noise.begin(longest)
    return track(noise, array)


def test_what_is_exact_stays_exact():
    x = perturbed(X)
    for exact in (np.abs, np.negative, np.floor, np.sign, np.rint, np.sort, np.max, np.transpose, np.ravel):
        np.testing.assert_array_equal(np.asarray(exact(x)), exact(X))


def test_errors_have_the_size_that_is_asked_for():
    ones = perturbed(np.ones(100_000))
    errors = np.asarray(ones * 1.0) - 1
    v = size_of_error(np.dtype(np.float64), 1)
    assert 0.9 * v < errors.std() < 1.1 * v
    assert np.abs(errors).max() <= 3 * v * (1 + 1e-6)


def test_arrays_larger_than_the_stream_get_errors_throughout():
    errors = np.asarray(perturbed(np.ones(300_000)) * 1.0) - 1
    assert (errors[-1000:] != 0).sum() > 990


def test_python_floats_do_not_widen_a_shorter_type():
    def scaled(x, factor):
        return x * factor + factor**2

    derived = derive(scaled, (X.astype(np.float32), 0.1))
    assert derived.want.dtype == np.float32
    assert derived.admitted


def test_a_scalar_behaves_as_one():
    x = perturbed(X)
    total = x.sum()
    assert isinstance(total, Scalar)
    before = total
    total += 1
    assert float(before) != float(total)
    assert {before: "found"}[before] == "found"
    assert round(perturbed(np.array([2.6]))[0]) == 3
    assert perturbed(np.array([2.0]))[0].is_integer()
    assert isinstance(x[0, 0].item(), Weak)
    assert X[perturbed(np.array([2]))[0]].shape == (6,)


def test_an_index_gives_a_view_as_in_numpy():
    x = perturbed(np.zeros((3, 2)))
    row = x[perturbed(np.array([1]))[0]]
    row[...] = 1
    assert np.asarray(x)[1].tolist() == [1.0, 1.0]


def test_an_array_of_unknown_origin_takes_part_without_errors():
    x = X.view(Perturbed)
    np.testing.assert_array_equal(np.asarray(x * 3), X * 3)
    np.testing.assert_array_equal(np.asarray(np.concatenate([x, x])), np.concatenate([X, X]))
    assert np.asarray(perturbed(X) * x).shape == X.shape


def test_an_integer_target_refuses_floats_as_in_numpy():
    out = perturbed(np.zeros(3, dtype=int))
    with pytest.raises(TypeError, match="Cannot cast"):
        out += 0.5
