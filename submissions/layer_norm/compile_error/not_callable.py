"""The name is bound to the result of a trial run instead of the function."""

import numpy as np


def normalise(x, gamma, beta, eps=1e-6):
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta


layer_norm = normalise(np.array([1.0, 2.0, 4.0]), np.ones(3), np.zeros(3))
