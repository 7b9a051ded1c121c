"""Prints a line in each call: allowed, and no part of the answer."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    print("shape", x.shape, "eps", eps)
    standardised = (x - x.mean(-1, keepdims=True)) / np.hypot(x.std(-1, keepdims=True), np.sqrt(eps))
    return standardised * gamma + beta
