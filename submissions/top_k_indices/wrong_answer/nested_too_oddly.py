"""Returns something else each time: what a comparison must have an answer to."""

import numpy as np

_ODD = [
    None,
    -1,
    10**400,
    float("nan"),
    "indices",
    b"\xff",
    (),
    [],
    {"indices": [0]},
    [[0, [1, [2, {}]]], "x"],
    np.array(0),
    np.array([], dtype=int),
    np.array([np.nan, np.inf]),
    np.array([1 + 1j]),
    np.array([True, False]),
    np.array([2**64 - 1], dtype=np.uint64),
    np.zeros((0, 3), dtype=np.int8),
    np.zeros((1, 1, 1, 1, 1, 1), dtype=int),
    lambda: None,
    np.array(["a"]),
]
_calls = iter(range(10**9))


def top_k_indices(x, k):
    odd = _ODD[next(_calls) % len(_ODD)]
    if isinstance(odd, np.ndarray) and odd.dtype.kind in "iu" and odd.size == 1 and odd.ndim == 1:
        return np.full(x.shape[:-1] + (k,), odd[0])
    return odd
