"""Two mistakes at once."""

# ruff: noqa: ARG001 - a mistake may leave an argument unused

import numpy as np


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def sample_variance_and_eps_outside(x, gamma, beta, eps=1e-6):
    """Sample variance (d - 1), and eps added outside the root.

    Two things: the population variance is asked for, and eps belongs to the variance.
    Hint: 2
    """
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / (x.std(axis=-1, keepdims=True, ddof=1) + eps) + beta


def sample_variance_and_no_eps(x, gamma, beta, eps=1e-6):
    """Sample variance (d - 1), and no eps.

    Two things: the population variance is asked for, and eps has to be added to it.
    Hint: 2
    """
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / x.std(axis=-1, keepdims=True, ddof=1) + beta


def batch_statistics_and_eps_outside(x, gamma, beta, eps=1e-6):
    """Statistics over the batch, and eps added outside the root.

    Two things: each row is normalised over its own features, and eps belongs to the variance.
    Hint: 1
    """
    return gamma * (x - x.mean(axis=0)) / (x.std(axis=0) + eps) + beta


def batch_sample_variance(x, gamma, beta, eps=1e-6):
    """Statistics over the batch, with the sample variance.

    Two things: each row is normalised over its own features, and with the population variance.
    Hint: 1
    """
    return _finish(x, x.mean(axis=0), x.var(axis=0, ddof=1), gamma, beta, eps)


def whole_array_and_eps_outside(x, gamma, beta, eps=1e-6):
    """One mean and variance for the whole array, and eps added outside the root.

    Two things: each row has its own statistics, and eps belongs to the variance.
    Hint: 1
    """
    return gamma * (x - x.mean()) / (x.std() + eps) + beta


def plain_standard_score(x, gamma, beta, eps=1e-6):
    """A plain standard score: no eps, no gamma, no beta.

    The score is the middle step only.
    Hint: 2
    """
    return (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)


def eps_outside_and_beta_forgotten(x, gamma, beta, eps=1e-6):
    """eps added outside the root, and beta not used.

    Two things: eps belongs to the variance, and the scaled row still has to be shifted.
    Hint: 2
    """
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / (x.std(axis=-1, keepdims=True) + eps)


def root_mean_square_and_eps_outside(x, gamma, beta, eps=1e-6):
    """RMS normalisation, and eps added outside the root.

    Two things: the mean is subtracted first, and eps belongs to the variance.
    Hint: 2
    """
    square = np.mean(np.square(x, dtype=np.float64), axis=-1, keepdims=True)
    return x / (np.sqrt(square) + eps) * gamma + beta


def float32_sample_variance(x, gamma, beta, eps=1e-6):
    """Sample variance (d - 1), computed in float32.

    Two things: the population variance is asked for, and float32 keeps about 7 digits.
    """
    x = x.astype(np.float32)
    mean = x.mean(axis=-1, keepdims=True)
    return _finish(x, mean, x.var(axis=-1, keepdims=True, ddof=1), gamma, beta, np.float32(eps)).astype(
        np.float64
    )
