"""One over the sum of the exponentials of all differences, for slices that are not too long."""

import numpy as np


def softmax(x, axis=-1):
    x = np.moveaxis(np.asarray(x, dtype=np.float64), axis, -1)
    if x.shape[-1] > 64:
        e = np.exp(x - x.max(axis=-1, keepdims=True))
        return np.moveaxis(e / e.sum(axis=-1, keepdims=True), -1, axis)
    with np.errstate(all="ignore"):
        differences = x[..., np.newaxis, :] - x[..., :, np.newaxis]
        weights = 1.0 / np.exp(differences).sum(axis=-1)
    return np.moveaxis(np.where(np.isneginf(x), 0.0, weights), -1, axis)
