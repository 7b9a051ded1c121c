"""Takes all entries from a threshold up, and expects k of them."""

import numpy as np


def top_k_indices(x, k):
    out = np.empty(x.shape[:-1] + (k,), dtype=int)
    for at in np.ndindex(x.shape[:-1]):
        chosen = np.flatnonzero(x[at] >= np.sort(x[at])[-k])
        out[at] = chosen[np.argsort(x[at][chosen])[::-1]]
    return out
