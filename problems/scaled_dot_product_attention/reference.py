"""Scores, mask, softmax of each row, mixture of the values.

A row with a key has a largest exponential of 1, so a sum of 1 at least; in one without any all are 0.
"""

import numpy as np


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    largest = np.maximum(scores.max(axis=-1, keepdims=True), np.finfo(np.float64).min)
    weights = np.exp(scores - largest)
    total = np.maximum(weights.sum(axis=-1, keepdims=True), 1.0)
    return (weights / total) @ v
