"""Prints every row, many times over."""

import numpy as np


def top_k_indices(x, k):
    rows = f"{x.tolist()[:100]} {k}\n" * 1000
    for _ in range(20_000):
        print(rows)
    return np.argsort(x, axis=-1)[..., ::-1][..., :k]
