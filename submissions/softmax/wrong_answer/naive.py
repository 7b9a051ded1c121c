"""Takes no maximum off."""

import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x.astype(np.float64))
    return e / e.sum(axis=axis, keepdims=True)
