"""Forgets keepdims, so that the statistics do not line up with the rows."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    mean = np.mean(x, axis=-1)
    variance = np.var(x, axis=-1)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
