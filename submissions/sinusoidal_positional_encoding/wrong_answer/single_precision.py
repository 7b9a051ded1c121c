"""Works in float32."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    j = np.arange(d_model)
    powers = np.float32(10000) ** (2 * (j // 2) / d_model).astype(np.float32)
    angles = np.arange(start, start + length, dtype=np.float32)[:, None] / powers
    return np.where(j % 2 == 0, np.sin(angles), np.cos(angles)).astype(np.float64)
