"""Fills every second column, and leaves the last cosine out of an odd width."""

import numpy as np


def sinusoidal_positional_encoding(length: int, d_model: int, start: int = 0) -> np.ndarray:
    positions = np.arange(start, start + length)[:, np.newaxis]
    frequencies = np.exp(np.arange(0, d_model, 2) * (-np.log(10000.0) / d_model))
    out = np.zeros((length, d_model))
    out[:, 0::2] = np.sin(positions * frequencies)
    out[:, 1::2] = np.cos(positions * frequencies[: d_model // 2])
    return out
