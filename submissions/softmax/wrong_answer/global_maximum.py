"""Takes the maximum of the whole array off."""

import numpy as np


def softmax(x, axis=-1):
    x = x - np.max(x).astype(np.float64)
    e = np.exp(x)
    return e / np.sum(e, axis=axis, keepdims=True)
