"""All angles at once, and for each column its function."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    positions = np.arange(start, start + length)[:, np.newaxis]
    columns = np.arange(d_model)
    angles = positions / 10000.0 ** (2 * (columns // 2) / d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
