"""Raises for integer input."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    if x.dtype != np.float64:
        raise TypeError("x must be float64")
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
