"""Makes a table of all positions that there could ever be."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    j = np.arange(d_model)
    angles = np.arange(1_000_000 + 5_000)[:, None] / 10000.0 ** (2 * (j // 2) / d_model)
    table = np.where(j % 2 == 0, np.sin(angles), np.cos(angles))
    return table[start : start + length].copy()
