"""A complex number for each pair: its imaginary part is the sine, its real part the cosine."""

import numpy as np


def sinusoidal_positional_encoding(length, d_model, start=0):
    pairs = (d_model + 1) // 2
    frequencies = 10000.0 ** (-2.0 * np.arange(pairs) / d_model)
    turned = np.exp(1j * np.outer(np.arange(start, start + length), frequencies))
    both = np.stack([turned.imag, turned.real], axis=-1)
    return both.reshape(length, 2 * pairs)[:, :d_model].copy()
