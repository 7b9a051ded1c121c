import numpy as np


def _scaled(x, scale):
    return x / scale


def sum_over_count(x, scale=2.0):
    """The mean as a sum

    Right in exact arithmetic.
    """
    return (x - np.sum(x, axis=-1, keepdims=True) / x.shape[-1]) / scale


def whole_mean(x, scale=2.0):
    """The mean of the whole array

    The mean is taken over all elements, not over each row.
    Hint: 1
    """
    return _scaled(x - np.mean(x), scale)


def other_default(x, scale=1.0):
    """Another default"""
    return (x - np.mean(x, axis=-1, keepdims=True)) / scale
