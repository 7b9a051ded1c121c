"""Takes the column's own number for 2i."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    columns = np.arange(d_model)
    angles = np.arange(start, start + length)[:, None] / np.power(10000, columns / d_model)
    out = np.zeros((length, d_model))
    out[:, 0::2] = np.sin(angles[:, 0::2])
    out[:, 1::2] = np.cos(angles[:, 1::2])
    return out
