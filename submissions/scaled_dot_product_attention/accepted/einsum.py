"""Contractions by name, queries scaled first, weights zeroed and divided at the end."""

import numpy as np


def scaled_dot_product_attention(q, k, v, mask=None):
    scores = np.einsum("...nd,...md->...nm", q / q.shape[-1] ** 0.5, k)
    allowed = np.ones(scores.shape, bool) if mask is None else np.broadcast_to(mask, scores.shape)
    top = np.max(scores, axis=-1, keepdims=True, where=allowed, initial=-1e30)
    weights = np.exp(np.where(allowed, scores - top, -np.inf))
    total = weights.sum(axis=-1)[..., None]
    return np.divide(
        np.einsum("...nm,...md->...nd", weights, v),
        total,
        out=np.zeros((*scores.shape[:-1], v.shape[-1])),
        where=total > 0,
    )
