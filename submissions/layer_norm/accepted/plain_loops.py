"""Loops over rows and elements, without any array operation in the middle."""

import math

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    width = x.shape[-1]
    scale, shift = gamma.tolist(), beta.tolist()
    result = []
    for row in x.reshape(-1, width).tolist():
        mean = sum(row) / width
        variance = sum((value - mean) ** 2 for value in row) / width
        root = math.sqrt(variance + eps)
        for value, g, b in zip(row, scale, shift):
            result.append(g * (value - mean) / root + b)
    return np.array(result, dtype=np.float64).reshape(x.shape)
