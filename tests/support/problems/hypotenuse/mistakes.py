import numpy as np


def forgot_the_root(a, b):
    """The square of the length

    The sum of the squares is returned as it is.
    Hint: 1
    """
    return np.square(a) + np.square(b)


def always_raises(a, b):
    """Divides by zero"""
    return a // 0
