"""Imports a package that is neither NumPy nor standard."""

import torch


def layer_norm(x, gamma, beta, eps=1e-6):
    x, gamma, beta = (torch.as_tensor(a, dtype=torch.float64) for a in (x, gamma, beta))
    return torch.nn.functional.layer_norm(x, gamma.shape, gamma, beta, eps).numpy()
