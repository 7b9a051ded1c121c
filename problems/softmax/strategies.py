"""Generated cases: one function a group, each returning a Hypothesis strategy of cases.

A case is a dict of arguments, or a `Seq` of them: several calls in one process. A missing `axis` means the
default.

Arrays of quarters are drawn element by element, so that a failing one shrinks to a few small numbers.
Shapes are dealt from a list: random ones hardly ever bring a square array or an axis of length 1, and these
are where wrong solutions go wrong.
"""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.authoring_api import Seq, backwards, fortran, strided

_LAYOUTS = (lambda array: array, fortran, strided, backwards)


def basic():
    """Moderate scores along the last axis: the formula itself."""
    rows = st.sampled_from([(2,), (3,), (2, 3), (3, 2), (1, 4), (2, 2), (5,), (2, 2, 3), (4, 7)])
    return _dealt(
        rows.flatmap(lambda shape: st.builds(dict, x=_quarters(shape, 20))),
        st.builds(_wide, st.sampled_from([(2, 65), (3, 129), (1, 513)]), _stream()),
        st.builds(_small_differences, st.sampled_from([(4,), (3, 5), (2, 3, 4)]), _stream()),
    )


def axes():
    """Any axis of an array of any rank, layout and dtype."""
    shapes = [(4,), (2, 3), (3, 3), (1, 3), (3, 1), (2, 3, 4), (3, 3, 2), (2, 4, 4), (2, 1, 3, 2), (1, 1)]
    pairs = st.sampled_from(shapes).flatmap(
        lambda shape: st.tuples(st.just(shape), st.integers(-len(shape), len(shape) - 1))
    )
    return _dealt(
        pairs.flatmap(lambda pair: st.builds(dict, x=_quarters(pair[0], 8), axis=st.just(pair[1]))),
        st.builds(_any_dtype, pairs, _stream()),
        st.builds(_any_dtype, pairs, _stream()),
        st.builds(_one_after_another, st.sampled_from([(2, 3), (3, 3), (4, 2)]), _stream()),
    )


def stability():
    """Scores whose exponentials fit into no float64."""
    return _dealt(
        st.sampled_from([(2,), (3,), (2, 3)]).flatmap(lambda s: st.builds(dict, x=_quarters(s, 4000))),
        st.builds(_far_off, st.sampled_from([(2, 3), (3, 4), (8,), (2, 3, 5)]), _stream()),
    )


def masked():
    """Scores with −inf among them, at least one finite score in each slice."""
    return st.builds(
        _masked, st.sampled_from([(2,), (4,), (2, 3), (3, 3), (4, 6), (2, 3, 4)]), st.booleans(), _stream()
    )


def _dealt(*kinds):
    """Return a choice among kinds, each as likely as the others, the first the simplest."""
    return st.integers(0, 2**31 - 1).flatmap(lambda card: kinds[card % len(kinds)])


def _stream():
    return st.binary(min_size=4, max_size=4).map(lambda b: np.random.RandomState(int.from_bytes(b, "little")))


def _quarters(shape, bound):
    """Return an array of multiples of 0.25 up to a bound, which read well."""
    return hnp.arrays(np.float64, shape, elements=st.integers(-4 * bound, 4 * bound).map(lambda n: n / 4))


def _wide(shape, stream):
    return {"x": stream.uniform(-30.0, 30.0) + 3.0 * stream.standard_normal(shape)}


def _small_differences(shape, stream):
    """Make scores that are almost equal, so that each weight is near 1/n and shows its last digits."""
    return {
        "x": stream.uniform(-5.0, 5.0) + 10.0 ** stream.uniform(-4.0, -1.0) * stream.standard_normal(shape)
    }


def _any_dtype(pair, stream):
    shape, axis = pair
    kind = stream.choice(["float64", "int64", "int32", "int16", "int8", "uint8", "uint16"])
    if kind == "float64":
        x = stream.uniform(-20.0, 20.0, shape)
    else:
        low, high = {"int8": (-128, 127), "uint8": (0, 255), "uint16": (0, 600)}.get(kind, (-600, 600))
        middle = stream.randint(low, high + 1)
        x = np.clip(stream.randint(middle - 6, middle + 7, shape), low, high).astype(kind)
    return {"x": _LAYOUTS[stream.randint(4)](x), "axis": axis}


def _one_after_another(shape, stream):
    x = stream.randint(-12, 13, shape) / 4.0
    x[0, 0] += 1.0
    calls = [
        {"x": x, "axis": 0},
        {"x": x, "axis": 1},
        {"x": x},
        {"x": x[::-1].copy(), "axis": 0},
        {"x": x + stream.randint(0, 3, shape), "axis": -2},
    ]
    kind = stream.randint(3)
    return Seq(
        calls=calls,
        reuse=kind == 1,
        overwrite_results=kind == 2,
        why="the same array along one axis after the other, then with other contents",
    )


def _far_off(shape, stream):
    """Make slices that lie around numbers of up to 1e6, each around one of its own."""
    axis = int(stream.randint(len(shape)))
    offsets = np.moveaxis(np.zeros(shape), axis, -1)[..., :1]
    offsets = stream.choice([-1.0, 1.0], offsets.shape) * 10.0 ** stream.uniform(3.0, 5.9, offsets.shape)
    near = stream.choice([1.0, 30.0, 400.0]) * stream.standard_normal(shape)
    return {"x": near + np.moveaxis(offsets, -1, axis), "axis": axis}


def _masked(shape, first, stream):
    axis = 0 if first else len(shape) - 1
    x = stream.choice([1.0, 1.0, 300.0]) * stream.randint(-12, 13, shape) / 4.0
    hidden = np.moveaxis(stream.uniform(size=shape) < stream.choice([0.3, 0.8]), axis, -1)
    keep = stream.randint(hidden.shape[-1], size=hidden.shape[:-1])
    np.put_along_axis(hidden, keep[..., np.newaxis], False, axis=-1)
    x[np.moveaxis(hidden, -1, axis)] = -np.inf
    return {"x": x, "axis": axis} if first else {"x": x}
