"""Loops over batches, queries and keys, with the module math."""

import math

import numpy as np


def _one(query, keys, values, allowed):
    root = math.sqrt(len(query))
    scores = [sum(a * b for a, b in zip(query, key)) / root for key in keys]
    seen = [j for j in range(len(keys)) if allowed[j]]
    if not seen:
        return [0.0] * len(values[0])
    top = max(scores[j] for j in seen)
    weights = {j: math.exp(scores[j] - top) for j in seen}
    total = sum(weights.values())
    return [sum(weights[j] * values[j][c] for j in seen) / total for c in range(len(values[0]))]


def scaled_dot_product_attention(q, k, v, mask=None):
    lead, n, m = q.shape[:-2], q.shape[-2], k.shape[-2]
    allowed = np.broadcast_to(True if mask is None else mask, (*lead, n, m))
    out = np.zeros((*lead, n, v.shape[-1]))
    for at in np.ndindex(lead):
        keys, values = k[at].tolist(), v[at].tolist()
        for i in range(n):
            out[at][i] = _one(q[at][i].tolist(), keys, values, allowed[at][i])
    return out
