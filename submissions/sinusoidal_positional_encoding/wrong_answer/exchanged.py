"""Cosines in the even columns."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    j = np.arange(d_model)
    angles = np.arange(start, start + length)[:, None] / 10000 ** (2 * (j // 2) / d_model)
    return np.where(j % 2, np.sin(angles), np.cos(angles))
