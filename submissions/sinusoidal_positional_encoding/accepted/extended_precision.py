"""Computed in long double, column by column."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    positions = np.arange(start, start + length).astype(np.longdouble)
    out = np.empty((length, d_model))
    for column in range(d_model):
        exponent = np.longdouble(column // 2 * 2) / d_model
        angles = positions / np.longdouble(10000) ** exponent
        out[:, column] = np.cos(angles) if column % 2 else np.sin(angles)
    return out
