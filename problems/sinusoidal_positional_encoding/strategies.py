"""Generated cases: one function a group, each returning a Hypothesis strategy of cases.

A case is a dict of arguments, or a `Seq` of them: several calls in one process. A missing `start` means the
default.
"""

from hypothesis import strategies as st

from grader.authoring_api import Seq

_EVEN = st.integers(1, 40).map(lambda n: 2 * n)
_ODD = st.integers(0, 30).map(lambda n: 2 * n + 1)


def basic():
    """Even widths, positions from 0 on."""
    return st.builds(dict, length=st.integers(1, 60), d_model=_EVEN)


def odd_width():
    """Odd widths, down to 1."""
    return st.builds(dict, length=st.integers(1, 40), d_model=_ODD)


def start():
    """Positions from any start, one call after the other."""
    single = st.builds(
        dict,
        length=st.integers(1, 20),
        d_model=_EVEN,
        start=st.one_of(st.integers(1, 50), st.integers(100, 10**4), st.integers(10**4, 10**6)),
    )
    return st.one_of(single, single, st.builds(_parts, st.integers(2, 8), _EVEN, st.integers(1, 500)))


def long():
    """Thousands of positions."""
    return st.builds(dict, length=st.integers(513, 4000), d_model=st.integers(1, 12).map(lambda n: 2 * n))


def _parts(length, d_model, start):
    calls = [
        {"length": length, "d_model": d_model},
        {"length": length, "d_model": d_model, "start": start},
        {"length": 1, "d_model": d_model, "start": start + length},
        {"length": length, "d_model": d_model + 2, "start": start},
        {"length": length, "d_model": d_model},
        {"length": length, "d_model": d_model},
    ]
    return Seq(
        calls=calls,
        overwrite_results=bool(length % 2),
        why="parts of a longer encoding, one call after the other",
    )
