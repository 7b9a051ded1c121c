"""Takes the largest of what is not yet taken, k times."""

import numpy as np


def top_k_indices(x, k):
    rows = x.reshape(-1, x.shape[-1])
    out = np.empty((len(rows), k), dtype=np.int64)
    for row, indices in zip(rows, out):
        left = np.arange(row.size)
        for place in range(k):
            best = int(np.argmax(row[left]))
            indices[place] = left[best]
            left = np.delete(left, best)
    return out.reshape(*x.shape[:-1], k)
