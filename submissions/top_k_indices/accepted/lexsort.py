"""Ranks without a loop: how many entries are larger, or equal and further to the left."""

import numpy as np


def top_k_indices(x, k):
    n = x.shape[-1]
    if n > 300:
        return np.argsort(x, axis=-1, kind="stable")[..., : -k - 1 : -1]
    before = (x[..., None, :] > x[..., :, None]) | (
        (x[..., None, :] == x[..., :, None]) & np.tri(n, k=-1, dtype=bool)
    )
    rank = before.sum(axis=-1)
    return np.argsort(rank, axis=-1)[..., :k]
