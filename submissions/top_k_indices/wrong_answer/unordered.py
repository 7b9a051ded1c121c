"""Leaves the order that argpartition makes."""

import numpy as np


def top_k_indices(x, k):
    return np.argpartition(x, -k, axis=-1)[..., -k:][..., ::-1]
