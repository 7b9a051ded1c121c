"""A class with parameters, called by the function."""

import numpy as np


class LayerNorm:
    def __init__(self, gamma, beta, eps):
        self.gamma = np.array(gamma, dtype=np.float64)
        self.beta = np.array(beta, dtype=np.float64)
        self.eps = eps

    def __call__(self, x):
        x = np.array(x, dtype=np.float64)
        x -= x.mean(axis=-1, keepdims=True)
        return self.gamma * x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + self.eps) + self.beta


def layer_norm(x, gamma, beta, eps=1e-6):
    return LayerNorm(gamma, beta, eps)(x)
