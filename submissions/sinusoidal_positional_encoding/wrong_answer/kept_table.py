"""Hands out slices of a table that it keeps."""

import numpy as np

_tables = {}


def sinusoidal_positional_encoding(length, d_model, start=0):
    if d_model not in _tables or len(_tables[d_model]) < start + length:
        j = np.arange(d_model)
        angles = np.arange(start + length)[:, None] / 10000 ** (2 * (j // 2) / d_model)
        _tables[d_model] = np.where(j % 2 == 0, np.sin(angles), np.cos(angles))
    return _tables[d_model][start : start + length]
