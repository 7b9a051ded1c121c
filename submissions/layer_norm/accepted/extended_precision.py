"""Computed in long double, returned in float64."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    wide = np.asarray(x, dtype=np.longdouble)
    wide = wide - wide.mean(axis=-1, keepdims=True)
    wide = wide / np.sqrt((wide * wide).mean(axis=-1, keepdims=True) + np.longdouble(eps))
    return np.asarray(wide * gamma + beta, dtype=np.float64)
