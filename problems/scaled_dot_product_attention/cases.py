"""Fixed cases that TOML can't hold: layouts, larger arrays, empty axes and sequences of calls."""

import numpy as np

from grader.authoring_api import Case, Seq, backwards, fortran, readonly, strided


def cases():
    yield from _larger()
    yield from _leading()
    yield from _layouts()
    yield from _sequences()
    yield from _edge()


def _arrays(seed, lead, n, m, d_k, d_v, scale=1.0):
    stream = np.random.RandomState(seed)
    return {
        "q": scale * stream.standard_normal((*lead, n, d_k)),
        "k": scale * stream.standard_normal((*lead, m, d_k)),
        "v": stream.standard_normal((*lead, m, d_v)),
    }


def _larger():
    yield Case(
        "as_in_the_paper",
        group="basic",
        args=_arrays(1, (), 12, 20, 64, 64),
        omit=("mask",),
        why="width 64, as in each head of the original: the scores are divided by 8",
    )
    yield Case(
        "many_keys",
        group="basic",
        args=_arrays(2, (), 3, 515, 8, 4),
        omit=("mask",),
        why="515 keys: no lower precision, and the root is not that of their number",
    )
    yield Case(
        "batch_of_heads",
        group="batch",
        args=_arrays(3, (4, 8), 17, 17, 16, 16),
        omit=("mask",),
        why="four sentences, eight heads",
    )
    stream = np.random.RandomState(4)
    yield Case(
        "random_mask",
        group="mask",
        args={
            **_arrays(5, (3, 2), 9, 13, 8, 5),
            "mask": (stream.uniform(size=(3, 2, 9, 13)) < 0.4) | (np.arange(13) == 4),
        },
        why="another mask for each batch and head",
    )


def _leading():
    yield Case(
        "unequal_axes",
        group="batch",
        args=_arrays(11, (2, 3), 4, 5, 6, 7),
        omit=("mask",),
        why="all sizes differ: a wrong axis raises",
    )
    yield Case(
        "leading_axis_of_one",
        group="batch",
        args=_arrays(12, (1,), 3, 2, 4, 2),
        omit=("mask",),
        why="a batch of one keeps its axis",
    )
    yield Case(
        "batch_as_long_as_the_queries",
        group="batch",
        args=_arrays(13, (3,), 3, 3, 2, 2),
        omit=("mask",),
        why="the batch is as long as the queries: axes that are mixed up don't raise",
    )
    causal = np.tril(np.ones((4, 4), dtype=bool))
    yield Case(
        "causal_for_all_heads",
        group="mask",
        args={**_arrays(14, (2, 3), 4, 4, 3, 2), "mask": causal},
        why="one mask of shape (n, n) for all batches and heads",
    )
    yield Case(
        "padding_for_all_heads",
        group="mask",
        args={
            **_arrays(15, (2, 3), 4, 5, 3, 2),
            "mask": (np.arange(5) < np.array([[3], [5]]))[:, np.newaxis, np.newaxis, :],
        },
        why="shape (2, 1, 1, 5): the length of each sentence, for all heads and queries",
    )
    yield Case(
        "as_many_keys_as_batches",
        group="mask",
        args={**_arrays(16, (3,), 3, 3, 2, 2), "mask": np.array([True, False, True])},
        why="a mask of shape (m,), where m is also the number of batches and of queries",
    )


def _layouts():
    for name, lay, seed, why in (
        ("fortran_order", fortran, 21, "column-major: a transposed array is one already"),
        ("strided", strided, 22, "every second element of larger blocks"),
        ("backwards", backwards, 23, "negative strides"),
    ):
        arrays = _arrays(seed, (2,), 3, 4, 5, 2)
        yield Case(
            name,
            group="batch",
            args={key: lay(array) for key, array in arrays.items()},
            omit=("mask",),
            why=why,
        )


def _sequences():
    first, second = _arrays(31, (), 3, 3, 2, 2), _arrays(32, (), 3, 3, 2, 2)
    causal = np.tril(np.ones((3, 3), dtype=bool))
    yield Seq(
        "same_queries_and_keys",
        group="mask",
        calls=[
            first,
            {**first, "mask": causal},
            {**first, "v": second["v"], "mask": causal},
            {**first, "mask": causal.T},
            first,
        ],
        why="the same queries and keys with another mask or other values: an answer that is kept is stale",
    )
    yield Seq(
        "arrays_refilled",
        group="batch",
        calls=[first, second, {**first, "v": second["v"]}],
        reuse=True,
        why="the same array objects with new contents",
    )
    yield Seq(
        "result_edited",
        group="batch",
        calls=[first, first, second],
        overwrite_results=True,
        why="the caller writes into a result and asks the same again: results are new arrays",
    )
    yield Seq(
        "one_shape_several_calls",
        group="batch",
        calls=[second, first, {**second, "q": first["q"]}],
        why="the first result is looked at after the last call",
    )
    stream = np.random.RandomState(33)
    mask = (stream.uniform(size=(4, 6)) < 0.5) & (np.arange(4) != 2)[:, np.newaxis]
    mask[[0, 1, 3], [1, 2, 0]] = True
    yield Case(
        "one_of_many",
        group="nothing_allowed",
        args={**_arrays(34, (2,), 4, 6, 3, 2), "mask": mask},
        why="the third query has no key, in either batch",
    )


def _edge():
    yield Case(
        "empty_batch",
        group="edge",
        args=_arrays(41, (0,), 2, 3, 2, 2),
        omit=("mask",),
        why="no batches at all: shape (0, 2, 2)",
    )
    yield Case(
        "read_only",
        group="edge",
        args={
            **{name: readonly(array) for name, array in _arrays(42, (), 2, 3, 2, 2).items()},
            "mask": readonly(np.array([[True, False, True], [True, True, False]])),
        },
        why="arguments that can't be written to",
    )
