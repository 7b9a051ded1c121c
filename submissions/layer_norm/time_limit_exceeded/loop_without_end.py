"""A while loop whose condition never changes."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    total, index = 0.0, 0
    while index < x.shape[-1]:
        total = total + x[..., index]
    mean = (total / x.shape[-1])[..., None]
    return gamma * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
