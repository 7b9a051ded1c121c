"""Fixed cases that TOML can't hold: dtypes, layouts, long rows and sequences of calls."""

import numpy as np

from grader.authoring_api import Case, Seq, backwards, fortran, readonly, strided


def cases():
    yield from _long()
    yield from _dtypes()
    yield from _layouts()
    yield from _sequences()


def _normal(seed, *shape):
    return np.random.RandomState(seed).standard_normal(shape)


def _long():
    yield Case(
        "vocabulary",
        group="basic",
        args={"x": _normal(1, 4, 30_000), "k": 40},
        why="40 of 30,000, as in sampling from a vocabulary",
    )
    yield Case(
        "half_of_a_long_row",
        group="basic",
        args={"x": _normal(5, 2, 2001), "k": 1000},
        why="a thousand of 2,001: selection leaves so many in no order, whatever machine it runs on",
    )
    yield Case(
        "long_row_with_ties",
        group="ties",
        args={"x": np.random.RandomState(2).randint(0, 500, (3, 2000)), "k": 900},
        why="900 of 2,000 entries with 500 different values",
    )
    yield Case(
        "rank_four",
        group="shapes",
        args={"x": _normal(3, 2, 3, 4, 5), "k": 3},
        why="four dimensions of unequal length",
    )
    yield Case(
        "equal_axes",
        group="shapes",
        args={"x": _normal(4, 3, 3, 3), "k": 3},
        why="three equal axes, and k as long as they are: a wrong axis has the right shape",
    )


def _dtypes():
    yield Case(
        "bytes",
        group="extremes",
        args={"x": np.array([[0, 255, 1, 128], [7, 0, 200, 3]], dtype=np.uint8), "k": 3},
        why="uint8: the opposite of 1 is 255, that of 0 is 0",
    )
    yield Case(
        "signed_bytes",
        group="extremes",
        args={"x": np.array([-128, 127, 0, -127, 5], dtype=np.int8), "k": 3},
        why="int8: the opposite of -128 is -128",
    )
    yield Case(
        "large_unsigned",
        group="extremes",
        args={"x": np.array([2**63, 1, 2**64 - 1, 2**63 - 1, 2**64 - 2], dtype=np.uint64), "k": 4},
        why="uint64 beyond all signed integers, two of them equal as floats",
    )
    yield Case(
        "zeros_of_both_signs",
        group="ties",
        args={"x": np.array([0.0, -0.0, -1.0, 0.0, -0.0]), "k": 3},
        why="0.0 and -0.0 are equal: any of the four",
    )


def _layouts():
    for name, lay, seed, why in (
        ("fortran_order", fortran, 11, "column-major: the last axis is not the one that is next to itself"),
        ("strided", strided, 12, "every second element of a larger block"),
        ("backwards", backwards, 13, "negative strides: indices count from the front all the same"),
    ):
        yield Case(name, group="shapes", args={"x": lay(_normal(seed, 3, 5)), "k": 2}, why=why)
    yield Case(
        "read_only",
        group="edge",
        args={"x": readonly(_normal(14, 2, 4)), "k": 2},
        why="an array that can't be written to",
    )
    yield Case(
        "empty_batch",
        group="edge",
        args={"x": np.zeros((0, 4)), "k": 2},
        why="no rows at all: shape (0, 2)",
    )


def _sequences():
    x = np.array([[3.0, 1.0, 2.0], [0.5, 0.25, 4.0]])
    other = np.array([[1.0, 5.0, 4.0], [7.0, 8.0, 6.0]])
    yield Seq(
        "another_k",
        group="shapes",
        calls=[{"x": x, "k": 1}, {"x": x, "k": 3}, {"x": x, "k": 2}],
        why="the same rows with another k: an answer that is kept is too short",
    )
    yield Seq(
        "array_refilled",
        group="shapes",
        calls=[{"x": x, "k": 2}, {"x": other, "k": 2}, {"x": -x, "k": 2}],
        reuse=True,
        why="the same array object with new contents",
    )
    yield Seq(
        "array_refilled_whole_rows",
        group="shapes",
        calls=[{"x": other, "k": 3}, {"x": x, "k": 3}],
        reuse=True,
        why="new contents, all indices wanted",
    )
    yield Seq(
        "result_edited",
        group="shapes",
        calls=[{"x": x, "k": 2}, {"x": x, "k": 2}, {"x": other, "k": 2}],
        overwrite_results=True,
        why="the caller writes into a result and asks the same again: results are new arrays",
    )
