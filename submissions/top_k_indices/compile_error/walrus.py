"""Assigns inside of an expression, with the wrong sign."""

import numpy as np


def top_k_indices(x, k):
    return (order = np.argsort(x, axis=-1))[..., ::-1][..., :k]
