"""Fixed cases that TOML can't hold: dtypes, layouts, larger arrays, empty axes and sequences of calls."""

import numpy as np

from grader.authoring_api import Case, Seq, backwards, fortran, readonly, strided


def cases():
    yield from _wide()
    yield from _dtypes()
    yield from _layouts()
    yield from _sequences()
    yield from _edge()


def _normal(seed, *shape, scale=1.0, offset=0.0):
    return scale * np.random.RandomState(seed).standard_normal(shape) + offset


def _wide():
    yield Case(
        "wide",
        group="basic",
        args={"x": _normal(1, 3, 1003, scale=2.0, offset=-1.0)},
        omit=("axis",),
        why="rows of 1003: no recursion for each element, no lower precision, no blocks of a round length",
    )
    yield Case(
        "many_rows",
        group="basic",
        args={"x": _normal(2, 1501, 8, scale=3.0)},
        omit=("axis",),
        why="as many rows as a batch may have: each is treated, the last one too",
    )
    yield Case(
        "rank_four",
        group="axes",
        args={"x": _normal(3, 2, 3, 4, 5, scale=2.0), "axis": -2},
        why="four axes of unequal length; the third is meant",
    )
    yield Case(
        "equal_axes",
        group="axes",
        args={"x": _normal(4, 3, 3, 3), "axis": 1},
        why="three axes of equal length: any wrong one goes unnoticed but for the values",
    )


def _dtypes():
    yield Case(
        "bytes",
        group="axes",
        args={"x": np.array([[3, 5, 4], [250, 255, 251], [0, 1, 0]], dtype=np.uint8)},
        omit=("axis",),
        why="uint8: the distance to the maximum is negative and does not fit into the dtype of x",
    )
    yield Case(
        "signed_bytes",
        group="axes",
        args={"x": np.array([[-128, -127, 125], [127, 126, -2]], dtype=np.int8), "axis": 0},
        why="int8: differences of up to 255 don't fit into the dtype of x",
    )
    yield Case(
        "unsigned_words",
        group="axes",
        args={"x": np.array([[7, 9, 8, 7], [600, 599, 598, 600]], dtype=np.uint16), "axis": 1},
        why="uint16: distances to the maximum are not of that dtype either",
    )


def _layouts():
    yield Case(
        "fortran_order",
        group="axes",
        args={"x": fortran(_normal(11, 3, 4, 5)), "axis": 1},
        why="column-major: axes go by their number, not by their stride",
    )
    yield Case(
        "strided",
        group="axes",
        args={"x": strided(_normal(12, 4, 6, scale=2.0)), "axis": 0},
        why="x is every second element of a larger block",
    )
    yield Case(
        "backwards",
        group="axes",
        args={"x": backwards(_normal(13, 2, 3, 4)), "axis": -1},
        why="negative strides",
    )


def _sequences():
    x = np.array([[1.0, 0.0, 2.0], [0.5, 3.0, -1.0]])
    other = np.array([[0.0, 2.0, 1.0], [4.0, 0.5, 0.25]])
    yield Seq(
        "one_axis_after_another",
        group="axes",
        calls=[{"x": x, "axis": 0}, {"x": x, "axis": 1}, {"x": x}, {"x": x.T.copy(), "axis": 1}],
        why="the same array along both axes: an answer that is kept belongs to one axis",
    )
    yield Seq(
        "array_refilled",
        group="axes",
        calls=[{"x": x}, {"x": other}, {"x": x + 1.25}],
        reuse=True,
        why="the same array object with new contents: its identity says nothing of its values",
    )
    yield Seq(
        "array_refilled_along_axis_0",
        group="axes",
        calls=[{"x": other, "axis": 0}, {"x": other * 0.5, "axis": 0}, {"x": x, "axis": 0}],
        reuse=True,
        why="the same array object with new contents, along axis 0",
    )
    yield Seq(
        "result_edited",
        group="axes",
        calls=[{"x": x}, {"x": x}, {"x": other}],
        overwrite_results=True,
        why="the caller writes into a result and asks the same again: results are new arrays",
    )


def _edge():
    yield Case(
        "empty_batch",
        group="edge",
        args={"x": np.zeros((0, 5)), "axis": 1},
        why="no rows at all: shape (0, 5)",
    )
    yield Case(
        "read_only",
        group="edge",
        args={"x": readonly(_normal(21, 3, 4)), "axis": 0},
        why="an array that can't be written to",
    )
