import numpy as np


def _scaled(x, scale):
    return x / scale


def shifted_first(x, scale=2.0):
    """A shift before the mean

    Right in exact arithmetic,
    but digits are lost.
    """
    shifted = x + 64.0
    return (shifted - np.mean(shifted, axis=-1, keepdims=True)) / scale


def whole_mean(x, scale=2.0):
    """The mean of the whole array

    The mean is taken over all elements, not over each row.
    Hint: 1
    """
    return _scaled(x - np.mean(x), scale)


def other_default(x, scale=1.0):
    """Another default"""
    return (x - np.mean(x, axis=-1, keepdims=True)) / scale
