"""Returns the result together with what a backward pass would need."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    mean = x.mean(axis=-1, keepdims=True)
    std = np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    x_hat = (x - mean) / std
    return gamma * x_hat + beta, (x_hat, std)
