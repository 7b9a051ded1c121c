"""One mean and variance for all rows."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    x_hat = (x - x.mean()) / np.sqrt(x.var() + eps)
    return gamma * x_hat + beta
