"""Marks what is taken by minus infinity."""

import numpy as np


def top_k_indices(x, k):
    left = x.astype(float)
    out = np.empty((*x.shape[:-1], k), dtype=int)
    for place in range(k):
        out[..., place] = left.argmax(axis=-1)
        np.put_along_axis(left, out[..., place : place + 1], -np.inf, axis=-1)
    return out
