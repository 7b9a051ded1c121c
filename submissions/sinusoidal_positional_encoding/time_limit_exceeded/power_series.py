"""Adds up the series of the sine in exact fractions, whatever the angle: far too slow."""

from fractions import Fraction

import numpy as np


def _sine(angle, quarter):
    term = Fraction(1) if quarter else angle
    total, n = term, 0 if quarter else 1
    while abs(term) > Fraction(1, 10**25) or n < abs(angle):
        term = -term * angle * angle / ((n + 1) * (n + 2))
        total += term
        n += 2
    return float(total)


def sinusoidal_positional_encoding(length, d_model, start=0):
    out = np.empty((length, d_model))
    for row in range(length):
        for column in range(d_model):
            angle = Fraction((start + row) / 10000 ** (column // 2 * 2 / d_model))
            out[row, column] = _sine(angle, column % 2 == 1)
    return out
