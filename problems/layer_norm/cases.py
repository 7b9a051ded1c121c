"""Fixed cases that TOML can't hold: dtypes, layouts, larger arrays, empty axes and sequences of calls."""

import numpy as np

from grader.authoring_api import Case, Seq, backwards, fortran, readonly, strided


def cases():
    yield from _wide()
    yield from _square()
    yield from _integers()
    yield from _layouts()
    yield from _sequences()
    yield from _precision()
    yield from _stability()
    yield from _edge()


def _normal(seed, *shape, scale=1.0, offset=0.0):
    return scale * np.random.RandomState(seed).standard_normal(shape) + offset


def _affine(seed, width):
    """Return a scale and a shift without zeros, of both signs, that no low precision can hold."""
    stream = np.random.RandomState(seed)
    sign = np.where(stream.uniform(size=(2, width)) < 0.5, -1.0, 1.0)
    return {
        "gamma": sign[0] * stream.uniform(0.5, 2.0, width),
        "beta": sign[1] * stream.uniform(0.5, 2.0, width),
    }


def _wide():
    spike = _normal(1, 3, 257, scale=2.0, offset=-1.0)
    spike[1, 100] = 100.0
    yield Case(
        "wide_with_a_spike",
        group="basic",
        args={"x": spike, **_affine(2, 257), "eps": 1e-5},
        why="an outlier beyond 10 standard deviations in a row of 257: nothing is clipped, trimmed or sorted",
    )
    yield Case(
        "wider_than_a_thousand",
        group="basic",
        args={"x": _normal(3, 3, 1003, scale=5.0, offset=2.0), **_affine(4, 1003), "eps": 1e-4},
        why="width 1003: no recursion for each element, no other precision for wide rows, no blocks of 128",
    )
    yield Case(
        "widest",
        group="basic",
        args={"x": _normal(9, 1, 4096, scale=10.0, offset=-3.0), **_affine(10, 4096), "eps": 1e-2},
        why="the greatest width that the page allows",
    )
    yield Case(
        "odd_number_of_rows",
        group="basic",
        args={"x": _normal(5, 7, 5, scale=3.0, offset=1.0), **_affine(6, 5), "eps": 1e-2},
        why="seven rows of five: each is treated, the last one too",
    )
    many = (
        np.random.RandomState(7).randint(-400, 401, (5003, 40)) / 64
    )  # short numbers: quick in exact arithmetic
    many[::50] = _normal(17, 101, 40, scale=4.0)  # and some that only float64 holds
    yield Case(
        "many_rows",
        group="shapes",
        args={"x": many, **_affine(8, 40), "eps": 1e-3},
        why="more than 4,096 rows and 200,000 elements: no cap, and no other precision for large arrays",
    )


def _square():
    for name, shape, seed, why in (
        ("square", (4, 4), 11, "as many rows as columns: a wrong axis raises nothing here"),
        (
            "square_leading_axes",
            (3, 3, 2),
            12,
            "equal leading axes: a transposed array still has the right shape",
        ),
        (
            "square_trailing_axes",
            (2, 4, 4),
            13,
            "axis 1 is as long as gamma, which still goes along the last",
        ),
        ("square_outer_axes", (4, 2, 4), 14, "axis 0 is as long as the last one"),
        ("rank_four", (2, 3, 5, 4), 15, "four dimensions of unequal length: only the last is normalised"),
        ("axes_of_one", (1, 1, 5), 18, "leading axes of length 1 stay"),
        ("rank_four_batch_of_one", (1, 3, 2, 6), 16, "a batch of one in four dimensions keeps all four"),
    ):
        width = shape[-1]
        yield Case(
            name,
            group="shapes",
            args={
                "x": _normal(seed, *shape, scale=2.0, offset=0.5),
                **_affine(seed + 50, width),
                "eps": 1e-3,
            },
            why=why,
        )


def _integers():
    yield Case(
        "bytes",
        group="shapes",
        args={
            "x": np.array(
                [[250, 3, 128, 200, 255], [17, 99, 254, 0, 1], [180, 181, 250, 251, 252]], dtype=np.uint8
            ),
            **_affine(21, 5),
            "eps": 0.05,
        },
        why="uint8: neither a sum nor a difference fits into the dtype of x",
    )
    yield Case(
        "signed_bytes",
        group="shapes",
        args={
            "x": np.array([[-128, -120, 90], [100, 101, -9]], dtype=np.int8),
            **_affine(22, 3),
            "eps": 1e-6,
        },
        why="int8: squares and sums overflow unless they are taken in float64",
    )
    yield Case(
        "large_integers",
        group="shapes",
        args={
            "x": np.array(
                [
                    [987_654_321_012, -3, 5_000_000_000, -999_999_999_999],
                    [4_294_967_296, 4_294_967_299, -7, 2_147_483_648],
                ],
                dtype=np.int64,
            ),
            **_affine(23, 4),
            "eps": 1e-2,
        },
        why="int64 beyond 32 bits, up to the bound of 10**12",
    )
    yield Case(
        "integer_scale_and_shift",
        group="shapes",
        args={
            "x": np.array([[70_000, -80_000, 65_536], [1, 2, 4], [5, -5, 50_000]], dtype=np.int32),
            "gamma": np.array([3, -2, 1], dtype=np.int16),
            "beta": np.array([1, 0, 250], dtype=np.uint8),
            "eps": 0.25,
        },
        why="integers in all three arrays; the result is float64 all the same",
    )


def _layouts():
    yield Case(
        "fortran_order",
        group="shapes",
        args={"x": fortran(_normal(31, 3, 4, 5, offset=2.0)), **_affine(32, 5), "eps": 1e-3},
        why="column-major, rank 3: axes go by their number, not by their stride",
    )
    yield Case(
        "strided",
        group="shapes",
        args={
            "x": strided(_normal(33, 2, 6, 6, scale=3.0)),
            "gamma": strided(_affine(34, 6)["gamma"]),
            "beta": _affine(35, 6)["beta"],
            "eps": 1e-4,
        },
        why="x and gamma are every second element of a larger block",
    )
    yield Case(
        "backwards",
        group="shapes",
        args={
            "x": backwards(_normal(36, 2, 3, 2, 4, scale=0.5, offset=1.0)),
            "gamma": backwards(_affine(37, 4)["gamma"]),
            "beta": backwards(_affine(38, 4)["beta"]),
            "eps": 1e-2,
        },
        why="negative strides, of gamma and beta too",
    )


def _sequences():
    x = _normal(41, 3, 4, scale=2.0, offset=1.0)
    nearly = x.copy()
    nearly[1, 2] += 1e-9
    first, second, third = _affine(42, 4), _affine(43, 4), _affine(44, 4)
    yield Seq(
        "same_x_other_parameters",
        group="shapes",
        calls=[
            {"x": x, **first, "eps": 0.1},
            {"x": nearly, **first, "eps": 0.1},
            {"x": x, **first, "eps": 1e-3},
            {"x": x, **second, "eps": 0.1},
            {"x": x, "gamma": second["gamma"], "beta": third["beta"], "eps": 0.1},
            {"x": x, **first},
        ],
        why="almost the same x, then the same x with another eps, gamma or beta: answers kept are stale",
    )
    rows = np.random.RandomState(45).randint(-20, 21, (4, 4)) * 0.25
    yield Seq(
        "rows_in_another_order",
        group="shapes",
        calls=[
            {"x": rows, **first, "eps": 0.05},
            {"x": rows[[2, 0, 3, 1]], **first, "eps": 0.05},
            {"x": rows[::-1].copy(), **first, "eps": 0.05},
        ],
        why="permuted rows have the same shape and total; the first result is looked at after the last call",
    )
    flat = _normal(46, 6, 4)
    yield Seq(
        "same_bytes_in_another_shape",
        group="shapes",
        calls=[
            {"x": flat, **second, "eps": 0.01},
            {"x": flat.reshape(2, 3, 4), **second, "eps": 0.01},
            {"x": flat.reshape(-1), **_affine(47, 24), "eps": 0.01},
        ],
        why="the same numbers as (6, 4), (2, 3, 4) and (24,)",
    )
    constant = np.array([[2.0], [-1.0], [0.5]]) * np.ones(4)
    yield Seq(
        "arguments_refilled",
        group="shapes",
        calls=[
            {"x": constant, **_affine(51, 4), "eps": 0.02},
            {"x": _normal(52, 3, 4, offset=2.0), **_affine(53, 4), "eps": 0.02},
            {"x": _normal(54, 3, 4, offset=-5.0), **_affine(55, 4), "eps": 0.02},
        ],
        reuse=True,
        why="the same array objects with new contents: an array's identity says nothing of its values",
    )
    yield Seq(
        "result_edited",
        group="shapes",
        calls=[
            {"x": x, **third, "eps": 0.1},
            {"x": x, **third, "eps": 0.1},
            {"x": x + 1.5, **third, "eps": 0.1},
        ],
        overwrite_results=True,
        why="the caller writes into a result and asks the same again: results are new arrays",
    )
    small = _normal(56, 104, 1, 3)
    yield Seq(
        "over_a_hundred_calls",
        group="shapes",
        calls=[{"x": each, **_affine(57, 3)} for each in small],
        why="the hundredth call is like the first",
    )


def _precision():
    for name, scale, offset, shape, eps, seed, why in (
        ("unit_spread", 1.0, 0.0, (6, 16), 1e-5, 61, "ordinary numbers, held to what float64 gives"),
        (
            "spread_of_three",
            3.0,
            1.0,
            (2, 3, 33),
            1e-2,
            62,
            "wider rows and a larger eps, held to what float64 gives",
        ),
        ("spread_of_a_tenth", 0.1, 0.0, (8, 7), 1e-6, 63, "rounding to a fixed number of decimals shows"),
        ("tiny_spread", 1e-4, 0.0, (5, 8), 1e-9, 64, "a variance of 1e-8 is a number, not zero"),
        (
            "tiniest_eps",
            1e-6,
            0.0,
            (3, 12),
            1e-12,
            65,
            "the smallest eps that the page allows, beside a like variance",
        ),
    ):
        yield Case(
            name,
            group="precision",
            args={
                "x": _normal(seed, *shape, scale=scale, offset=offset),
                **_affine(seed + 5, shape[-1]),
                "eps": eps,
            },
            why=why,
        )


def _stability():
    for name, low, width, eps, seed in (
        ("mean_of_a_hundred_thousand", 1e5, 4, 1e-6, 81),
        ("mean_of_a_million", 1e6, 16, 1e-5, 82),
        ("mean_of_ten_million", 1e7, 64, 1e-3, 83),
        ("mean_of_ten_million_tiny_eps", 1e7, 9, 1e-8, 84),
    ):
        stream = np.random.RandomState(seed)
        mean = low * stream.uniform(1.0, 3.0, (8, 1)) * np.where(stream.uniform(size=(8, 1)) < 0.5, -1.0, 1.0)
        spread = stream.uniform(0.5, 2.0, (8, 1))
        yield Case(
            name,
            group="stability",
            args={
                "x": mean + spread * stream.standard_normal((8, width)),
                **_affine(seed + 10, width),
                "eps": eps,
            },
            why="the mean is that large beside a spread of about 1: squares of x lose the variance",
        )


def _edge():
    empty = {"gamma": np.ones(5), "beta": np.zeros(5), "eps": 1e-6}
    yield Case(
        "empty_batch", group="edge", args={"x": np.zeros((0, 5)), **empty}, why="no rows at all: shape (0, 5)"
    )
    yield Case(
        "empty_middle_axis",
        group="edge",
        args={"x": np.zeros((2, 0, 5)), **empty},
        why="no rows in a rank-3 array: shape (2, 0, 5)",
    )
    affine = _affine(96, 4)
    yield Case(
        "read_only_arguments",
        group="edge",
        args={
            "x": readonly(_normal(95, 3, 4)),
            "gamma": readonly(affine["gamma"]),
            "beta": readonly(affine["beta"]),
            "eps": 1e-6,
        },
        why="arguments that can't be written to",
    )
