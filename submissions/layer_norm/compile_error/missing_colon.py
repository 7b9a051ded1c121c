"""A colon is missing after the signature."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6)
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
