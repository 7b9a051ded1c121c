import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays


def basic():
    """Short vectors of tenths."""
    return st.integers(1, 6).flatmap(lambda n: st.fixed_dictionaries({"x": _vector(n)}, optional={"eps": _EPS}))


def stability():
    """A mean that is large beside the spread."""
    return st.tuples(st.integers(3, 6), st.integers(1, 9)).flatmap(
        lambda drawn: st.fixed_dictionaries({"x": _vector(drawn[0]).map(lambda x: x + drawn[1] * 1.1e6)})
    )


def _vector(n):
    return arrays.arrays(np.float64, (n,), elements=st.integers(-99, 99).map(lambda k: k / 10))


_EPS = st.sampled_from([0.1, 0.5, 1e-3])
