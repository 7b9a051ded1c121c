"""Works in float32 and converts back."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    h = x.astype(np.float32)
    h = h - h.mean(axis=-1, keepdims=True)
    h = h / np.sqrt((h * h).mean(axis=-1, keepdims=True) + np.float32(eps))
    return h.astype(np.float64) * gamma + beta
