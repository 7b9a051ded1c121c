"""Returns the same buffer for every call of a shape, so that a later call changes an earlier result."""

import numpy as np

_buffers = {}


def layer_norm(x, gamma, beta, eps=1e-6):
    if x.shape not in _buffers:
        _buffers[x.shape] = np.empty(x.shape)
    out = _buffers[x.shape]
    out[...] = x - x.mean(axis=-1, keepdims=True)
    out /= np.sqrt((out * out).mean(axis=-1, keepdims=True) + eps)
    out *= gamma
    out += beta
    return out
