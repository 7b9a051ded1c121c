"""Clips the exponents in place of taking the maximum off."""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(np.clip(x.astype(float), -700, 700))
    return e / e.sum(axis=axis, keepdims=True)
