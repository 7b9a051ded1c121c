import numpy as np


def sample_variance(x, eps=0.01):
    """The sample variance is taken.

    Divide by n, not by n - 1.
    """
    return (x - x.mean()) / np.sqrt(x.var(ddof=1) + eps)


def not_centred(x, eps=0.01):
    """The mean is not subtracted.

    A score counts from the mean.
    Hint: 1
    """
    return x / np.sqrt(x.var() + eps)


def one_pass(x, eps=0.01):
    """The variance is the mean of the squares minus the square of the mean.

    Two large numbers that are almost equal leave few digits.
    """
    return (x - x.mean()) / np.sqrt(np.maximum((x * x).mean() - x.mean() ** 2, 0) + eps)
