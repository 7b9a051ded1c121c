"""Flattens to rows and does not restore the shape."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    rows = x.reshape(-1, x.shape[-1])
    rows = rows - rows.mean(axis=1, keepdims=True)
    return gamma * rows / np.sqrt((rows**2).mean(axis=1, keepdims=True) + eps) + beta
