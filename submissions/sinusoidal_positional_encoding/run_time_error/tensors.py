"""Translates a framework's code halfway."""

import math

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    positions = np.arange(start, start + length).unsqueeze(1)
    div_term = np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
    out = np.zeros((length, d_model))
    out[:, 0::2] = np.sin(positions * div_term)
    out[:, 1::2] = np.cos(positions * div_term)
    return out
