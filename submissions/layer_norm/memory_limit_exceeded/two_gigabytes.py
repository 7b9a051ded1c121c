"""Asks for two gigabytes at once."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    table = np.ones(2**28)
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) * table[0] + beta
