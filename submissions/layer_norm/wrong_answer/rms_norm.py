"""Root mean square normalisation: the mean is not subtracted."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    square = (x.astype(np.float64) ** 2).mean(axis=-1, keepdims=True)
    return x / np.sqrt(square + eps) * gamma + beta
