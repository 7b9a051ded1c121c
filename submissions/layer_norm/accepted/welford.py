"""Welford's running mean and sum of squares, one column at a time."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    mean = np.zeros(x.shape[:-1])
    squares = np.zeros(x.shape[:-1])
    for count, column in enumerate(np.moveaxis(x, -1, 0), start=1):
        before = column - mean
        mean = mean + before / count
        squares = squares + before * (column - mean)
    root = np.sqrt(squares / x.shape[-1] + eps)
    return (x - mean[..., None]) / root[..., None] * gamma + beta
