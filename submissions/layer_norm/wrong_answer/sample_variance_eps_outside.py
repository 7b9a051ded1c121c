"""Two faults: divides by d - 1, and adds eps to the standard deviation."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    mean = x.mean(axis=-1, keepdims=True)
    std = x.std(axis=-1, keepdims=True, ddof=1)
    return gamma * (x - mean) / (std + eps) + beta
