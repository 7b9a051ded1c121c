"""Mean of squares minus square of the mean: right in exact arithmetic, unstable."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    x = x.astype(np.float64)
    mean = x.mean(axis=-1, keepdims=True)
    variance = (x**2).mean(axis=-1, keepdims=True) - mean**2
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
