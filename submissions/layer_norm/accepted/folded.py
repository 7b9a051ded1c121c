"""Scale and shift folded into one factor and one offset a row, around the mean."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    mean = x.mean(axis=-1, keepdims=True)
    factor = gamma * (x.var(axis=-1, keepdims=True) + eps) ** -0.5
    return x * factor + (beta - mean * factor)
