"""Python's own sort of each row, which is stable also in reverse: of equal entries the first comes first."""

import numpy as np


def top_k_indices(x, k):
    rows = x.reshape(-1, x.shape[-1]).tolist()
    out = [sorted(range(len(row)), key=row.__getitem__, reverse=True)[:k] for row in rows]
    return np.array(out, dtype=np.int32).reshape(x.shape[:-1] + (k,))
