"""Returns lists of numbers."""

import math


def sinusoidal_positional_encoding(length, d_model, start=0):
    return [
        [(math.cos if j % 2 else math.sin)(p / 10000 ** (j // 2 * 2 / d_model)) for j in range(d_model)]
        for p in range(start, start + length)
    ]
