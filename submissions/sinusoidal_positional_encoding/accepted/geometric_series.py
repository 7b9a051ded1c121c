"""Each frequency is the one before it, multiplied by a fixed ratio."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    pairs = (d_model + 1) // 2
    ratio = 10000.0 ** (-2.0 / d_model)
    frequencies = np.cumprod(np.concatenate([[1.0], np.full(pairs - 1, ratio)]))
    angles = np.arange(start, start + length)[:, None] * np.repeat(frequencies, 2)[:d_model]
    out = np.sin(angles)
    out[:, 1::2] = np.cos(angles[:, 1::2])
    return out
