"""A large negative number for masked scores, and zeros for queries without a key at the end."""

import numpy as np


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ k.swapaxes(-1, -2) * (1.0 / np.sqrt(q.shape[-1]))
    if mask is None:
        return softmax(scores) @ v
    mask = np.broadcast_to(mask, scores.shape)
    out = softmax(np.where(mask, scores, -1e12)) @ v
    out[~mask.any(axis=-1)] = 0.0
    return out
