"""Mean and variance as contractions."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    x = np.asarray(x, dtype=np.float64)
    width = x.shape[-1]
    deviation = x - np.einsum("...i->...", x)[..., None] / width
    variance = np.einsum("...i,...i->...", deviation, deviation)[..., None] / width
    return np.einsum("...i,i->...i", deviation / np.sqrt(variance + eps), gamma) + beta
