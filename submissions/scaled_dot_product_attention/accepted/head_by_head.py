"""Leading dimensions flattened, one plain matrix computation for each."""

import numpy as np


def _attention(q, k, v, mask):
    scores = (q @ k.T) / np.sqrt(q.shape[1])
    out = np.zeros((q.shape[0], v.shape[1]))
    for i, row in enumerate(scores):
        seen = np.flatnonzero(mask[i])
        if seen.size:
            e = np.exp(row[seen] - row[seen].max())
            out[i] = (e / e.sum()) @ v[seen]
    return out


def scaled_dot_product_attention(q, k, v, mask=None):
    lead, n, m = q.shape[:-2], q.shape[-2], k.shape[-2]
    allowed = np.ones((*lead, n, m), bool) if mask is None else np.broadcast_to(mask, (*lead, n, m))
    count = int(np.prod(lead))
    parts = [a.reshape(count, *a.shape[-2:]) for a in (q, k, v, allowed)]
    heads = [_attention(*arrays) for arrays in zip(*parts)]
    return np.reshape(heads, (*lead, n, v.shape[-1]))
