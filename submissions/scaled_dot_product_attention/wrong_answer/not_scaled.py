"""Forgets the square root."""

import numpy as np


def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ np.swapaxes(k, -1, -2)
    if mask is None:
        return softmax(scores) @ v
    out = softmax(np.where(mask, scores, -1e12)) @ v
    return np.where(np.any(np.broadcast_to(mask, scores.shape), axis=-1, keepdims=True), out, 0.0)
