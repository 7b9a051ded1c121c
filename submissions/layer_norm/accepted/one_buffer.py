"""All steps in one buffer that is made for the call."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    out = np.empty(x.shape, dtype=np.float64)
    np.subtract(x, x.mean(axis=-1, keepdims=True), out=out)
    root = np.sqrt(np.square(out).mean(axis=-1, keepdims=True) + eps)
    np.divide(out, root, out=out)
    np.multiply(out, gamma, out=out)
    np.add(out, beta, out=out)
    return out
