"""Computed in long double, returned in float64, all in one buffer of the call."""

import numpy as np


def softmax(x, axis=-1):
    out = np.array(x, dtype=np.longdouble)
    out -= out.max(axis=axis, keepdims=True)
    np.exp(out, out=out)
    out /= out.sum(axis=axis, keepdims=True)
    return out.astype(np.float64)
