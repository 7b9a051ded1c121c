"""Two loops and the module math."""

import math

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    rows = []
    for position in range(start, start + length):
        row = []
        for column in range(d_model):
            angle = position / math.pow(10000, (column - column % 2) / d_model)
            row.append(math.cos(angle) if column % 2 else math.sin(angle))
        rows.append(row)
    return np.array(rows)
