"""The function has another name than the task asks for."""

import numpy as np


def layernorm(x, gamma, beta, eps=1e-6):
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
