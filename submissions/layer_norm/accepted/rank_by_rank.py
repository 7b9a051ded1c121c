"""Recursion over the leading axes down to single rows."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    if x.ndim == 1:
        deviation = x - np.mean(x)
        return gamma * deviation / np.sqrt(np.mean(deviation**2) + eps) + beta
    if x.shape[0] == 0:
        return np.zeros(x.shape)
    return np.stack([layer_norm(part, gamma, beta, eps) for part in x])
