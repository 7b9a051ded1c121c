"""Keeps a thousand copies of each input."""

import numpy as np

_history = []


def layer_norm(x, gamma, beta, eps=1e-6):
    _history.append(np.broadcast_to(x, (1000, *x.shape)).copy())
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
