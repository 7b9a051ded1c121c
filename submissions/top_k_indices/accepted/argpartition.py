"""Selects k, then sorts those."""

import numpy as np


def top_k_indices(x, k):
    chosen = np.argpartition(x, x.shape[-1] - k, axis=-1)[..., x.shape[-1] - k :]
    order = np.argsort(np.take_along_axis(x, chosen, axis=-1), axis=-1)[..., ::-1]
    return np.take_along_axis(chosen, order, axis=-1)
