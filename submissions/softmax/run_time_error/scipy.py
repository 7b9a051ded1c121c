"""Imports a package that is neither NumPy nor standard."""

from scipy.special import softmax as scipy_softmax


def softmax(x, axis=-1):
    return scipy_softmax(x, axis=axis)
