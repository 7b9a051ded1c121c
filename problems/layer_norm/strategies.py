"""Generated cases: one function a group, each returning a Hypothesis strategy of cases.

A case is a dict of arguments, or a `Seq` of them: several calls in one process. A missing `eps` means the
default.

Each strategy deals one of several directed kinds. Random numbers alone hardly ever bring a square array, a
constant row or a width of 1, and these are where wrong solutions go wrong. A kind is a plain function of a
shape, an eps and a seeded stream: four draws of four different types. Hypothesis follows an example with
variations of it that copy draws of one type over each other; with nothing to copy, each case is drawn anew.
"""

import numpy as np
from hypothesis import strategies as st

from grader.authoring_api import Seq, backwards, fortran, strided

_SMALL = [
    (3,),
    (2, 3),
    (1, 2),
    (4, 5),
    (2, 2, 3),
    (6,),
    (3, 1, 4),
    (2, 3, 2, 4),
    (2,),
    (3, 1),
    (5, 7),
    (3, 2),
    (1,),
    (3, 3),
]
_SPECIAL = [
    (4,),  # one dimension
    (3, 4),
    (1,),  # one element
    (3, 1),  # width 1
    (4, 2),  # width 2
    (1, 5),  # a batch of one
    (3, 3),  # square, and square in each pair of axes
    (3, 3, 2),
    (2, 4, 4),
    (3, 2, 3),
    (2, 3, 5, 4),  # four unequal axes
    (2, 1, 3, 5),
    (1003, 3),  # many rows, an odd number
]
_WIDE = [(2, 1003), (3, 257), (2, 1021), (3, 1009), (2, 1001)]


def basic():
    return _dealt(
        _kind(_plain, _SMALL, eps=(-6, -1)),
        _kind(_tidy, _SMALL, eps=(-6, -1)),
        _kind(_near_constant, [(3, 4), (2, 3), (2, 2, 5), (4, 8)], eps=(-6, -1)),
        _kind(_outlier, [(2, 16), (1, 40), (3, 64), (33,)], eps=(-6, -1)),
        _kind(_wide, _WIDE, eps=(-6, -1)),
    )


def shapes():
    return _dealt(
        _kind(_special_shape, _SPECIAL, eps=(-6, -1)),
        _kind(_all_special_shapes, [_SPECIAL, _SPECIAL[::-1]], eps=(-6, -1)),
        _kind(_arrays_refilled, [(2, 3), (3, 4), (4, 2)], eps=(-3, -1)),
        _kind(_results_edited, [(2, 3), (3, 4), (4, 2)], eps=(-3, -1)),
        _kind(_all_special_shapes, [_SPECIAL[6:] + _SPECIAL[:6]], eps=(-6, -1)),
    )


def precision():
    return _dealt(
        _kind(_spread, [(4, 8), (6, 3), (2, 3, 16), (9, 33), (5, 64)], eps=(-6, -2)),
        _kind(_tiny_spread, [(4, 8), (6, 3), (2, 3, 16), (9, 33), (5, 64)], eps=(-9, -9)),
    )


def stability():
    return _kind(_large_mean, [(8, 4), (8, 16), (2, 4, 9), (11, 33), (9, 64)], eps=(-8, -3))


precision.shrink = False
stability.shrink = False


def _dealt(*kinds):
    """Return a choice among kinds, each as likely as the others, the first the simplest.

    Not `st.one_of`, which takes the same branch for many examples in a row.
    """
    return st.integers(0, 2**31 - 1).flatmap(lambda card: kinds[card % len(kinds)])


def _kind(function, shapes, eps):
    """Return the strategy of what `function` makes of a shape, an eps and a seeded stream.

    `eps` has the bounds of the power of ten.
    """
    return st.builds(
        lambda shape, power, seed: function(
            shape, float(10.0**power), np.random.RandomState(int.from_bytes(seed, "little"))
        ),
        st.sampled_from(shapes),
        st.floats(*eps),
        st.binary(min_size=4, max_size=4),
    )


def _quarters(stream, low, high, shape):
    """Return multiples of 0.25, which read well and have exact sums."""
    return stream.randint(4 * low, 4 * high + 1, shape) * 0.25


def _affine(stream, width):
    """Return a scale and a shift of both signs, without zeros, that no lower precision can hold."""
    sign = stream.choice([-1.0, 1.0], (2, width))
    size = stream.uniform(0.5, 2.0, (2, width))
    return {"gamma": sign[0] * size[0], "beta": sign[1] * size[1]}


def _eps(stream, eps):
    """Return `eps` as an argument, or nothing in one of five cases."""
    return {} if stream.uniform() < 0.2 else {"eps": eps}


def _plain(shape, eps, stream):
    x = _quarters(stream, -100, 100, shape)
    gamma, beta = _quarters(stream, -4, 4, (2, shape[-1]))
    return {"x": x, "gamma": gamma, "beta": beta, **_eps(stream, eps)}


def _tidy(shape, eps, stream):
    """Make rows of small whole numbers with zeros, repeats and constant rows, most with one more tidy thing.

    Such input invites a short cut: nothing to centre, nothing to scale, nothing to do.
    """
    x = stream.randint(-2, 3, shape)
    if stream.uniform() < 0.5:
        x[stream.uniform(size=shape[:-1]) < 0.3] = stream.randint(-2, 3)
    affine = _affine(stream, shape[-1])
    x = x.astype(stream.choice([np.float64, np.int64]))
    thing = stream.randint(8)
    if thing == 0:
        affine = {"gamma": np.ones(shape[-1]), "beta": np.zeros(shape[-1])}
    elif thing == 1:
        affine["gamma"] = np.zeros(shape[-1])
    elif thing == 2:
        affine["beta"] = np.resize([1.5, -1.5], shape[-1]) * (np.arange(shape[-1]) < shape[-1] // 2 * 2)
    elif thing == 3:
        x = x * 0
    elif thing == 4:
        x[(0,) * x.ndim] -= x.sum()
    elif thing == 5:
        x = stream.standard_normal(shape)
        x = (x - x.mean(axis=-1, keepdims=True)) / (x.std(axis=-1, keepdims=True) + (shape[-1] == 1)) + 5e-7
    return {"x": x, **affine, **_eps(stream, eps)}


def _near_constant(shape, eps, stream):
    """Make rows whose spread is about the root of eps, or far above or below it."""
    rows = (*shape[:-1], 1)
    spread = np.sqrt(eps) * 10.0 ** stream.uniform(-4.0, 1.0, rows)
    spread[0] = np.sqrt(eps)
    x = stream.uniform(-50.0, 50.0, rows) + spread * stream.standard_normal(shape)
    return {"x": x, **_affine(stream, shape[-1]), "eps": eps}


def _outlier(shape, eps, stream):
    """Make rows with one value far off the others."""
    x = stream.standard_normal(shape) + stream.uniform(-5.0, 5.0, (*shape[:-1], 1))
    x[..., stream.randint(shape[-1])] = stream.choice([-1.0, 1.0]) * stream.uniform(50.0, 100.0)
    return {"x": x, **_affine(stream, shape[-1]), **_eps(stream, eps)}


def _wide(shape, eps, stream):
    x = stream.uniform(0.5, 20.0) * stream.standard_normal(shape) + stream.uniform(-10.0, 10.0)
    return {"x": np.clip(x, -100.0, 100.0), **_affine(stream, shape[-1]), **_eps(stream, eps)}


def _special_shape(shape, eps, stream):
    """Make a call whose shape, dtype or layout trips solutions that were written for another one."""
    kind = stream.choice(["quarters", "floats", "int64", "uint8", "int8", "int32", "uint16"])
    if kind == "quarters":
        x = _quarters(stream, -10, 10, shape)
    elif kind == "floats":
        x = stream.uniform(-100.0, 100.0, shape)
    else:
        x = _integers(stream, kind, shape)
    affine = _affine(stream, shape[-1])
    if stream.uniform() < 0.15:
        affine = {name: stream.randint(-4, 5, shape[-1]).astype(np.int32) for name in affine}
    lay = (lambda array: array, fortran, strided, backwards)[stream.randint(4)]
    return {"x": lay(x), **{name: lay(array) for name, array in affine.items()}, **_eps(stream, eps)}


def _integers(stream, kind, shape):
    """Return integers whose sums or squares don't fit into their dtype."""
    low, high = {
        "int64": (-(10**12), 10**12),
        "int32": (-90_000, 90_000),
        "int8": (-128, 127),
        "uint16": (30_000, 65_535),
        "uint8": (100, 255),
    }[kind]
    return stream.randint(low, high + 1, shape, dtype=np.int64).astype(kind)


def _all_special_shapes(shapes, eps, stream):
    calls = [_special_shape(shape, eps, stream) for shape in shapes]
    return Seq(calls=calls, why="shapes, dtypes and layouts of all kinds, one call after another")


def _related(shape, stream):
    """Return an x whose rows have different means, none constant, and another x of its shape."""
    x, other = (_quarters(stream, -3, 3, shape) + np.arange(shape[0])[:, np.newaxis] for _ in range(2))
    x[:, 0] += 4.0
    return x, other + 0.5


def _arrays_refilled(shape, eps, stream):
    x, other = _related(shape, stream)
    first, second = _affine(stream, shape[-1]), _affine(stream, shape[-1])
    calls = [
        {"x": x, **first, "eps": eps},
        {"x": np.roll(x, 1, axis=0), **first, "eps": eps},
        {"x": other, **first, "eps": eps / 4},
        {"x": other, **second, "eps": eps / 4},
    ]
    return Seq(
        calls=calls, reuse=True, why="the same array objects with new contents; all results looked at last"
    )


def _results_edited(shape, eps, stream):
    x, other = _related(shape, stream)
    first, second = _affine(stream, shape[-1]), _affine(stream, shape[-1])
    nearly = x.copy()
    nearly[-1, -1] += 1e-9
    calls = [
        {"x": x, **first, "eps": eps},
        {"x": x, **first, "eps": eps},
        {"x": nearly, **first, "eps": eps},
        {"x": x, **first, "eps": eps / 4},
        {"x": x, **second, "eps": eps},
        {"x": x, "gamma": second["gamma"], "beta": first["beta"]},
        {"x": np.roll(x, 1, axis=0), **first, "eps": eps},
        {"x": x[np.newaxis], **first, "eps": eps},
        {"x": other, **first, "eps": eps},
    ]
    return Seq(
        calls=calls,
        overwrite_results=True,
        why="arguments repeated in part, by a caller who writes into the results",
    )


def _spread(shape, eps, stream):
    x = stream.uniform(0.1, 3.0) * stream.standard_normal(shape)
    return {"x": x, **_affine(stream, shape[-1]), "eps": eps}


def _tiny_spread(shape, eps, stream):
    x = 1e-4 * stream.standard_normal(shape)
    return {"x": x, **_affine(stream, shape[-1]), "eps": eps}


def _large_mean(shape, eps, stream):
    """Make rows with a mean of 1e5 to 3e7 beside a spread of about 1.

    Eight rows at least, each with its own mean, and means that are no round numbers: a single row, or a
    mean that is a power of two, can come out right by luck.
    """
    rows = (*shape[:-1], 1)
    spread = stream.uniform(0.5, 2.0, rows)
    mean = (
        stream.choice([-1.0, 1.0], rows)
        * 10.0 ** stream.uniform(5.0, 7.0, rows)
        * stream.uniform(1.0, 3.0, rows)
    )
    x = spread * (stream.standard_normal(shape) + mean)
    return {"x": x, **_affine(stream, shape[-1]), "eps": eps}
