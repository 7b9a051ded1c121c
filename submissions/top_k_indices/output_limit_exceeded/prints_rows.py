"""Prints every row, many times over."""

import numpy as np


def top_k_indices(x, k):
    for _ in range(20_000_000):
        print(x.tolist()[:100], k)
    return np.argsort(x, axis=-1)[..., ::-1][..., :k]
