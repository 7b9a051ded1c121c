"""A cosine is a sine, a quarter of a turn later; a table that grows is kept for small positions."""

import numpy as np

_tables = {}


def _rows(first, last, d_model):
    columns = np.arange(d_model)
    angles = np.arange(first, last)[:, None] * np.power(10000.0, -(columns - columns % 2) / d_model)
    return np.where(columns % 2 == 1, np.cos(angles), np.sin(angles))


def sinusoidal_positional_encoding(length, d_model, start=0):
    if start + length > 1000:
        return _rows(start, start + length, d_model)
    table = _tables.get(d_model)
    if table is None or len(table) < start + length:
        table = _tables[d_model] = _rows(0, start + length, d_model)
    return table[start : start + length].copy()
