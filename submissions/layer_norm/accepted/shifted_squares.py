"""Mean of squares minus square of the mean, after a shift by the first element of each row."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    shifted = x - x[..., :1].astype(np.float64)
    mean = shifted.mean(axis=-1, keepdims=True)
    variance = np.maximum((shifted**2).mean(axis=-1, keepdims=True) - mean**2, 0.0)
    return gamma * (shifted - mean) / np.sqrt(variance + eps) + beta
