"""The formula as it stands, a finite stand-in for the maximum of rows without a key."""

import numpy as np


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = np.matmul(q, np.swapaxes(k, -2, -1)) / np.sqrt(k.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = np.max(scores, axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = np.sum(weights, axis=-1, keepdims=True)
    return np.matmul(weights, v) / np.where(total > 0, total, 1)
