"""Keys one after the other, with maximum, sum and mixture kept up to date."""

import numpy as np


def scaled_dot_product_attention(q, k, v, mask=None):
    lead, n, m = q.shape[:-2], q.shape[-2], k.shape[-2]
    allowed = np.broadcast_to(True if mask is None else mask, (*lead, n, m))
    top = np.full((*lead, n, 1), -np.inf)
    total = np.zeros((*lead, n, 1))
    out = np.zeros((*lead, n, v.shape[-1]))
    for j in range(m):
        score = (q * k[..., j : j + 1, :]).sum(axis=-1, keepdims=True) / np.sqrt(q.shape[-1])
        score = np.where(allowed[..., j : j + 1], score, -np.inf)
        larger = np.maximum(top, score)
        base = np.where(np.isneginf(larger), 0.0, larger)
        keep, new = np.exp(top - base), np.exp(score - base)
        total = total * keep + new
        out = out * keep + new * v[..., j : j + 1, :]
        top = larger
    return out / np.where(total == 0, 1, total)
