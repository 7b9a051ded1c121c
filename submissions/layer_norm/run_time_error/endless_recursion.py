"""Calls itself without an end."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    return gamma * layer_norm(x, np.ones_like(gamma), np.zeros_like(beta), eps) + beta
