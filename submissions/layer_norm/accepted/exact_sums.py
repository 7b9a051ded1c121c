"""Sums by math.fsum, which rounds once."""

import math

import numpy as np


def _normalised(row, eps):
    mean = math.fsum(row) / len(row)
    deviations = [value - mean for value in row]
    variance = math.fsum(d * d for d in deviations) / len(row)
    return [d / math.sqrt(variance + eps) for d in deviations]


def layer_norm(x, gamma, beta, eps=1e-6):
    rows = np.reshape(x, (-1, np.shape(x)[-1]))
    out = np.array([_normalised(row, eps) for row in rows.tolist()], dtype=float)
    return (out * gamma + beta).reshape(x.shape)
