"""Returns the entries."""

import numpy as np


def top_k_indices(x, k):
    return np.sort(x, axis=-1)[..., ::-1][..., :k]
