"""A function of one row, applied along the last axis."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    def one_row(row):
        centred = row - row.mean()
        return gamma * centred / np.sqrt(centred @ centred / row.size + eps) + beta

    return np.apply_along_axis(one_row, -1, x)
