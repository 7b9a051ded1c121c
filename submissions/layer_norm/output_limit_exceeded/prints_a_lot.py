"""Prints a table of 32 MiB and then returns the right answer."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    for _ in range(32):
        print("0123456789abcdef" * 2**16)
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps) + beta
