"""Scales and shifts x before it is normalised."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    y = x * gamma + beta
    y = y - y.mean(axis=-1, keepdims=True)
    return y / np.sqrt((y * y).mean(axis=-1, keepdims=True) + eps)
