"""Centring as a product with the matrix I - 1/d, for rows of moderate width, else by the mean."""

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    width = x.shape[-1]
    deviation = x - x.mean(axis=-1, keepdims=True)
    if width <= 64:
        deviation = deviation @ (np.eye(width) - np.full((width, width), 1.0 / width))
    variance = (deviation[..., None, :] @ deviation[..., :, None])[..., 0] / width
    return gamma * (deviation / np.sqrt(variance + eps)) + beta
