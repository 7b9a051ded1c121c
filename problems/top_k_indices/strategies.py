"""Generated cases: one function a group, each returning a Hypothesis strategy of cases.

A case is a dict of arguments, or a `Seq` of them: several calls in one process.
"""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.authoring_api import Seq, backwards, fortran, strided

_LAYOUTS = (lambda array: array, fortran, strided, backwards)


def basic():
    """Entries that all differ."""
    small = st.integers(2, 9).flatmap(
        lambda n: st.builds(_ranked, st.permutations(range(n)), st.integers(1, n), st.floats(-50.0, 50.0))
    )
    return _dealt(small, st.builds(_normal, st.sampled_from([(2, 5), (4, 9), (3, 40), (257,)]), _stream()))


def ties():
    """Few different values in each row."""
    shapes = st.sampled_from([(2,), (3,), (5,), (8,), (2, 3), (3, 4), (1, 6), (3, 3)])
    floats = shapes.flatmap(
        lambda s: _with_k(s, hnp.arrays(np.float64, s, elements=st.sampled_from([1.0, 0.0, -1.5])))
    )
    integers = shapes.flatmap(lambda s: _with_k(s, hnp.arrays(np.int64, s, elements=st.integers(0, 2))))
    return _dealt(floats, integers, st.builds(_zeros_of_both_signs, st.integers(2, 9), _stream()))


def shapes():
    """Any number of dimensions, dtypes and layouts, several calls."""
    every = [(1,), (4,), (1, 1), (3, 1), (1, 4), (3, 3), (2, 3, 4), (3, 3, 3), (2, 1, 3, 2), (4, 2, 2)]
    return _dealt(
        st.builds(_laid_out, st.sampled_from(every), _stream()),
        st.builds(_laid_out, st.sampled_from(every), _stream()),
        st.builds(_one_after_another, st.sampled_from([(3,), (2, 4), (3, 3)]), _stream()),
    )


def extremes():
    """Infinities, limits of integers, neighbours in floating point."""
    special = st.sampled_from([np.inf, -np.inf, 0.0, 1.0, np.nextafter(1.0, 2.0), -1e300, 1e300, 5e-324])
    rows = st.sampled_from([(3,), (5,), (2, 4)])
    floats = rows.flatmap(lambda s: _with_k(s, hnp.arrays(np.float64, s, elements=special)))
    kinds = st.sampled_from([np.uint8, np.int8, np.int16, np.uint32, np.int64, np.uint64])
    return _dealt(floats, st.tuples(rows, kinds).flatmap(lambda pair: _limits(*pair)))


def _dealt(*kinds):
    """Return a choice among kinds, each as likely as the others, the first the simplest."""
    return st.integers(0, 2**31 - 1).flatmap(lambda card: kinds[card % len(kinds)])


def _stream():
    return st.binary(min_size=4, max_size=4).map(lambda b: np.random.RandomState(int.from_bytes(b, "little")))


def _with_k(shape, arrays):
    return st.fixed_dictionaries({"x": arrays, "k": st.integers(1, shape[-1])})


def _ranked(ranks, k, offset):
    return {"x": np.array(ranks) * 0.5 + np.round(offset, 1), "k": k}


def _normal(shape, stream):
    return {"x": stream.standard_normal(shape), "k": int(stream.randint(1, min(shape[-1], 12) + 1))}


def _zeros_of_both_signs(n, stream):
    return {"x": stream.choice([0.0, -0.0, 1.0, -1.0], n), "k": int(stream.randint(1, n + 1))}


def _limits(shape, kind):
    info = np.iinfo(kind)
    near = [info.min, info.min + 1, info.max, info.max - 1, 0, 1, info.max // 2]
    return _with_k(shape, hnp.arrays(kind, shape, elements=st.sampled_from(near)))


def _laid_out(shape, stream):
    kind = stream.choice(["float64", "float64", "int64", "uint8", "int16"])
    x = stream.uniform(-100, 100, shape) if kind == "float64" else stream.randint(0, 100, shape).astype(kind)
    return {"x": _LAYOUTS[stream.randint(4)](x), "k": int(stream.randint(1, shape[-1] + 1))}


def _one_after_another(shape, stream):
    first, second = stream.standard_normal(shape), stream.standard_normal(shape)
    n = shape[-1]
    calls = [
        {"x": first, "k": n},
        {"x": first, "k": 1},
        {"x": second, "k": n},
        {"x": second, "k": n},
        {"x": -first, "k": n},
    ]
    kind = stream.randint(3)
    return Seq(
        calls=calls,
        reuse=kind == 1,
        overwrite_results=kind == 2,
        why="the same row with another k, and other rows: a kept answer is stale",
    )
