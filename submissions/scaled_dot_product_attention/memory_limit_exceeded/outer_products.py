"""Keeps the products of all components of all pairs, several times over."""

import numpy as np


def scaled_dot_product_attention(q, k, v, mask=None):
    lead, n, m, d = q.shape[:-2], q.shape[-2], k.shape[-2], q.shape[-1]
    products = np.zeros((*lead, n, m, d, 4096))
    products += (q[..., :, None, :] * k[..., None, :, :])[..., None]
    scores = products.mean(axis=-1).sum(axis=-1) / np.sqrt(d)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    e = np.exp(scores - np.where(np.isneginf(top), 0, top))
    total = e.sum(axis=-1, keepdims=True)
    return e @ v / np.where(total > 0, total, 1)
