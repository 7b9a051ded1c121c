"""Two passes over each row, in ufuncs and methods only, so that the tolerance can be derived from them."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    mean = x.mean(axis=-1, keepdims=True)
    deviation = x - mean
    variance = (deviation * deviation).mean(axis=-1, keepdims=True)
    return gamma * (deviation / np.sqrt(variance + eps)) + beta
