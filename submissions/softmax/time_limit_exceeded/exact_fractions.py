"""Adds up a series in exact fractions for each entry: right for moderate scores, and far too slow."""

from fractions import Fraction

import numpy as np


def _exp(value):
    total = term = Fraction(1)
    for n in range(1, 200):
        term = term * value / n
        total += term
    return total


def softmax(x, axis=-1):
    shifted = x - x.max(axis=axis, keepdims=True).astype(float)
    e = np.array([float(_exp(Fraction(v))) for v in np.maximum(shifted, -60.0).ravel().tolist()])
    e = np.where(shifted < -60.0, 0.0, e.reshape(x.shape))
    return e / e.sum(axis=axis, keepdims=True)
