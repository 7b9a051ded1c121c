"""Named wrong implementations. The docstring speaks to the learner: a title, then what is wrong and why."""

import numpy as np


def one_pass_variance(x, gamma, beta, eps=1e-6):
    """Variance as the mean of the squares minus the square of the mean.

    Right in exact arithmetic, but the two numbers are almost equal when the mean is large beside the
    spread, and their difference keeps only the digits in which they differ. Take the deviations first.
    """
    x = x * 1.0
    mean = x.mean(axis=-1, keepdims=True)
    variance = np.maximum((x * x).mean(axis=-1, keepdims=True) - mean * mean, 0.0)
    return gamma * ((x - mean) / np.sqrt(variance + eps)) + beta
