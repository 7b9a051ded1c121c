"""Variance from all pairs of elements, in Python loops: right, but far too slow for wide rows."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    width = x.shape[-1]
    rows = x.reshape(-1, width).astype(np.float64)
    out = np.empty(rows.shape)
    for r, row in enumerate(rows):
        total = 0.0
        for i in range(width):
            for j in range(width):
                total += np.square(row[i] - row[j])
        out[r] = gamma * (row - row.mean()) / np.sqrt(total / (2 * width * width) + eps) + beta
    return out.reshape(x.shape)
