"""Always begins at position 0."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    j = np.arange(d_model)
    angles = np.arange(length)[:, None] / 10000 ** (2 * (j // 2) / d_model)
    return np.where(j % 2 == 0, np.sin(angles), np.cos(angles))
