"""Scores, mask, softmax of each row, mixture of the values; a row without a key has a sum of 0."""

import numpy as np


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    largest = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isinf(largest), 0.0, largest))
    total = weights.sum(axis=-1, keepdims=True)
    return (weights / np.where(total == 0.0, 1.0, total)) @ v
