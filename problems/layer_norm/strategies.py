"""Generated cases: one function a group, each returning a Hypothesis strategy of cases.

A case is a dict of arguments, a list of such dicts (several calls in one process), or a `Seq` where array
objects are to be refilled or results overwritten. A missing `eps` means the default.

Each strategy is a choice among directed kinds. Random numbers alone hardly ever bring a square array, a
constant row or a width of 1, and these are where wrong solutions go wrong.
"""

import numpy as np
from hypothesis import strategies as st

from grader.authoring_api import Seq, backwards, fortran, strided

_SEEDS = st.integers(0, 2**31 - 1)
_EPS_GRID = (0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)


def basic():
    return st.one_of(_plain(), _near_constant(), _zeros_and_repeats(), _outlier(), _wide())


def shapes():
    return st.one_of(
        _special_shape(),
        st.lists(_special_shape(), min_size=2, max_size=6),
        st.lists(_special_shape(), min_size=4, max_size=8),
        _refilled(),
        _edited(),
    )


def precision():
    return st.one_of(
        _spread(st.floats(0.1, 3.0), _log_uniform(-6, -2)), _spread(st.just(1e-4), st.just(1e-9))
    )


def stability():
    return _large_mean()


precision.shrink = False
stability.shrink = False


def _log_uniform(low, high):
    """Return floats between 10**low and 10**high."""
    return st.floats(low, high).map(lambda power: float(10.0**power))


def _eps():
    """Return a dict with `eps`, or an empty one for the default."""
    values = st.one_of(st.sampled_from(_EPS_GRID), _log_uniform(-6, -1))
    return st.one_of(values.map(lambda eps: {"eps": eps}), values.map(lambda eps: {"eps": eps}), st.just({}))


def _numbers(bound):
    """Return floats up to `bound` in size, those next to zero taken as zero."""
    return st.floats(-bound, bound, allow_subnormal=False).map(
        lambda value: value if abs(value) > 1e-100 else 0.0
    )


def _array(elements, shape):
    size = int(np.prod(shape))
    return st.lists(elements, min_size=size, max_size=size).map(lambda flat: np.array(flat).reshape(shape))


@st.composite
def _call(draw, x, eps=None):
    """Draw `gamma`, `beta` and `eps` to go with `x`, a number at a time."""
    width = (x.shape[-1],)
    scales = st.one_of(_numbers(4.0), st.sampled_from([0.0, 1.0, -1.0, 0.5, -2.5]))
    gamma, beta = draw(_array(scales, width)), draw(_array(scales, width))
    return {"x": x, "gamma": gamma, "beta": beta, **(draw(_eps()) if eps is None else {"eps": eps})}


def _seeded_affine(stream, width):
    """Return a scale and a shift of both signs and without zeros."""
    sign = stream.choice([-1.0, 1.0], (2, width))
    size = stream.uniform(0.5, 2.0, (2, width))
    return {"gamma": sign[0] * size[0], "beta": sign[1] * size[1]}


@st.composite
def _plain(draw):
    """Draw numbers up to 100 in rank 1 to 3."""
    shape = (*draw(st.lists(st.integers(1, 3), max_size=2)), draw(st.integers(1, 6)))
    return draw(_call(draw(_array(_numbers(100.0), shape))))


@st.composite
def _near_constant(draw):
    """Draw rows whose spread is about the root of eps, or far below it."""
    eps = draw(_log_uniform(-6, -1))
    stream = np.random.RandomState(draw(_SEEDS))
    rows, width = draw(st.integers(2, 4)), draw(st.integers(3, 8))
    spread = np.sqrt(eps) * 10.0 ** stream.uniform(-4.0, 1.0, (rows, 1))
    spread[0] = np.sqrt(eps)
    x = stream.uniform(-50.0, 50.0, (rows, 1)) + spread * stream.standard_normal((rows, width))
    return {"x": x, **_seeded_affine(stream, width), "eps": eps}


@st.composite
def _zeros_and_repeats(draw):
    """Draw small whole numbers, as floats or as integers, with a constant row now and then."""
    width = draw(st.integers(1, 7))
    row = st.one_of(
        st.lists(st.integers(-3, 3), min_size=width, max_size=width),
        st.integers(-3, 3).map(lambda value: [value] * width),
    )
    x = np.array(
        draw(st.lists(row, min_size=1, max_size=5)), dtype=draw(st.sampled_from([np.float64, np.int64]))
    )
    return draw(_call(x))


@st.composite
def _outlier(draw):
    """Draw rows with one value far off the others."""
    stream = np.random.RandomState(draw(_SEEDS))
    rows, width = draw(st.integers(1, 4)), draw(st.integers(16, 64))
    x = stream.standard_normal((rows, width)) + stream.uniform(-5.0, 5.0, (rows, 1))
    x[np.arange(rows), stream.randint(width, size=rows)] = stream.choice([-1.0, 1.0], rows) * stream.uniform(
        50, 100, rows
    )
    return {"x": x, **_seeded_affine(stream, width), **draw(_eps())}


@st.composite
def _wide(draw):
    """Draw two or three rows of 257 or of a thousand and some."""
    stream = np.random.RandomState(draw(_SEEDS))
    rows, width = draw(st.integers(2, 3)), draw(st.sampled_from([1003, 257, 1021, 1001]))
    x = stream.uniform(0.5, 20.0) * stream.standard_normal((rows, width)) + stream.uniform(-10.0, 10.0)
    return {"x": np.clip(x, -100.0, 100.0), **_seeded_affine(stream, width), **draw(_eps())}


@st.composite
def _special_shape(draw):
    """Draw a call whose shape, dtype or layout trips solutions that were written for one shape only."""
    n, k = draw(st.integers(2, 5)), draw(st.integers(2, 4))
    shape = draw(
        st.sampled_from(
            [
                (n + 2,),
                (k, n),
                (k, 1),
                (k, 2),
                (1, n),
                (n, n),
                (k, k, n + k),
                (k, n, n),
                (n, k, n),
                (2, 3, k + 2, n),
                (2, 1, k, 7),
                (1001 + 2 * k, 3),
                (1,),
            ]
        )
    )
    stream = np.random.RandomState(draw(_SEEDS))
    kind = draw(st.sampled_from(["quarters", "floats", "int64", "uint8", "int8", "int32"]))
    x = _values(stream, kind, shape)
    lay = draw(st.sampled_from([None, None, fortran, strided, backwards]))
    affine = _seeded_affine(stream, shape[-1])
    if lay is not None:
        x = lay(x)
        affine = {name: lay(values) for name, values in affine.items()}
    return {"x": x, **affine, **draw(_eps())}


def _values(stream, kind, shape):
    """Return numbers of which no row's sum fits into a narrow integer dtype."""
    if kind == "quarters":
        return stream.randint(-40, 41, shape) * 0.25
    if kind == "floats":
        return stream.uniform(-100.0, 100.0, shape)
    low, high = {
        "int64": (-(10**12), 10**12),
        "uint8": (100, 255),
        "int8": (-128, 127),
        "int32": (-90_000, 90_000),
    }[kind]
    return stream.randint(low, high + 1, shape, dtype=np.int64).astype(kind)


@st.composite
def _related_arrays(draw):
    """Draw an x with rows of different means, another x of its shape, two affine steps and two values of eps."""
    rows, width = draw(st.integers(2, 4)), draw(st.integers(2, 5))
    stream = np.random.RandomState(draw(_SEEDS))
    x, other = (stream.randint(-12, 13, (rows, width)) * 0.25 + np.arange(rows)[:, None] for _ in range(2))
    x[:, 0] += 3.0  # no row is constant
    eps = draw(st.sampled_from([(0.1, 0.02), (0.05, 0.001)]))
    return x, other + 0.5, _seeded_affine(stream, width), _seeded_affine(stream, width), eps


@st.composite
def _refilled(draw):
    """Draw calls in which the same array objects come back with other contents."""
    x, other, first, second, (eps, smaller) = draw(_related_arrays())
    calls = [
        {"x": x, **first, "eps": eps},
        {"x": np.roll(x, 1, axis=0), **first, "eps": eps},
        {"x": other, **first, "eps": smaller},
        {"x": other, **second, "eps": smaller},
    ]
    return Seq(
        "refilled", group="shapes", calls=calls, reuse=True, why="the same array objects with new contents"
    )


@st.composite
def _edited(draw):
    """Draw calls that repeat part of their arguments, by a caller who writes into the results."""
    x, other, first, second, (eps, smaller) = draw(_related_arrays())
    calls = [
        {"x": x, **first, "eps": eps},
        {"x": x, **first, "eps": eps},
        {"x": x, **first, "eps": smaller},
        {"x": x, **second, "eps": eps},
        {"x": x, "gamma": second["gamma"], "beta": first["beta"]},
        {"x": np.roll(x, 1, axis=0), **first, "eps": eps},
        {"x": x[np.newaxis], **first, "eps": eps},
        {"x": other, **first, "eps": eps},
    ]
    return Seq(
        "edited", group="shapes", calls=calls, spoil=True, why="results are overwritten, calls are repeated"
    )


@st.composite
def _spread(draw, spreads, eps):
    """Draw rows around zero with the given spread."""
    stream = np.random.RandomState(draw(_SEEDS))
    shape = (*draw(st.sampled_from([(6,), (2, 4), (9,)])), draw(st.integers(3, 64)))
    x = draw(spreads) * stream.standard_normal(shape)
    return {"x": x, **_seeded_affine(stream, shape[-1]), "eps": draw(eps)}


@st.composite
def _large_mean(draw):
    """Draw rows with a mean of 1e5 to 3e7 beside a spread of about 1.

    Eight rows at least, each with its own mean, and means that are no round numbers: a single row, or a
    mean that is a power of two, can come out right by luck.
    """
    stream = np.random.RandomState(draw(_SEEDS))
    shape = (*draw(st.sampled_from([(8,), (2, 4), (11,)])), draw(st.integers(4, 64)))
    rows = (*shape[:-1], 1)
    spread = stream.uniform(0.5, 2.0, rows)
    mean = (
        stream.choice([-1.0, 1.0], rows)
        * 10.0 ** stream.uniform(5.0, 7.0, rows)
        * stream.uniform(1.0, 3.0, rows)
    )
    x = spread * (stream.standard_normal(shape) + mean)
    return {"x": x, **_seeded_affine(stream, shape[-1]), "eps": draw(_log_uniform(-8, -3))}
