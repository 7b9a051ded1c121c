"""Sines in the first half, cosines in the second, as the first published code does."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    exponents = 2 * np.arange((d_model + 1) // 2) / d_model
    angles = np.arange(start, start + length)[:, None] / 10000**exponents
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)[:, :d_model]
