"""Puts as many cosines as sines into an odd width."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    positions = np.arange(start, start + length)[:, None]
    frequencies = np.exp(-np.log(10000.0) * np.arange(0, d_model, 2) / d_model)
    out = np.zeros((length, d_model))
    out[:, 0::2] = np.sin(positions * frequencies)
    out[:, 1::2] = np.cos(positions * frequencies)
    return out
