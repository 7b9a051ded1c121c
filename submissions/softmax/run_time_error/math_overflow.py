"""math.exp raises where np.exp gives inf."""

import math

import numpy as np


def softmax(x, axis=-1):
    moved = np.moveaxis(x, axis, -1)
    out = np.empty(moved.shape)
    for index in np.ndindex(moved.shape[:-1]):
        e = [math.exp(score) for score in moved[index]]
        out[index] = [value / sum(e) for value in e]
    return np.moveaxis(out, -1, axis)
