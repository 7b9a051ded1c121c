"""Calls a method that arrays of another library have."""


def top_k_indices(x, k):
    return x.topk(k, dim=-1).indices
