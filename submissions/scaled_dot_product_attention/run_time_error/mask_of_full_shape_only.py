"""Indexes the scores with the mask, which works only for a mask of their shape."""

import numpy as np


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores[~mask] = -1e30
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    out = e / e.sum(axis=-1, keepdims=True) @ v
    if mask is not None:
        out[~mask.any(axis=-1)] = 0.0
    return out
