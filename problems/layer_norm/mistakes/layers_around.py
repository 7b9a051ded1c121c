"""The result includes what the layers before or after do."""

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def residual_added_after(x, gamma, beta, eps=1e-6):
    """x is added to the result, as in a pre-norm block.

    The function normalises. The sum of a residual connection is made outside.
    """
    return x + _finish(x, *_moments(x), gamma, beta, eps)


def residual_added_before(x, gamma, beta, eps=1e-6):
    """x is added to itself first, as if it were the sub-layer's output.

    What comes in is the sum already. The function only normalises it.
    """
    x = x + x
    return _finish(x, *_moments(x), gamma, beta, eps)


def softmax(x, gamma, beta, eps=1e-6):
    """Softmax in place of normalisation.

    Softmax makes a row positive with sum 1; here it gets mean 0 and a variance of about 1.
    """
    powers = np.exp(x - x.max(axis=-1, keepdims=True, initial=-np.inf))
    return gamma * powers / (powers.sum(axis=-1, keepdims=True) + eps) + beta


def squashed(x, gamma, beta, eps=1e-6):
    """The normalised values go through tanh.

    There is no activation in layer normalisation.
    """
    mean, variance = _moments(x)
    return gamma * np.tanh((x - mean) / np.sqrt(variance + eps)) + beta


def clipped_at_three(x, gamma, beta, eps=1e-6):
    """Normalised values are cut at three standard deviations.

    Outliers stay as large as they are.
    """
    mean, variance = _moments(x)
    return gamma * np.clip((x - mean) / np.sqrt(variance + eps), -3.0, 3.0) + beta


def input_clipped(x, gamma, beta, eps=1e-6):
    """x is cut at plus and minus 1,000.

    The page allows larger numbers.
    """
    x = np.clip(x, -1000, 1000) if x.dtype.kind == "f" else x
    return _finish(x, *_moments(x), gamma, beta, eps)


def rows_sorted(x, gamma, beta, eps=1e-6):
    """Rows come back sorted.

    Each element keeps its place.
    """
    x = np.sort(x, axis=-1)
    return _finish(x, *_moments(x), gamma, beta, eps)


def wide_rows_sorted(x, gamma, beta, eps=1e-6):
    """Wide rows come back sorted.

    Sorting may help a sum, but the elements have to keep their places.
    """
    x = np.sort(x, axis=-1) if x.shape[-1] > 256 else x
    return _finish(x, *_moments(x), gamma, beta, eps)


def scaled_by_largest(x, gamma, beta, eps=1e-6):
    """Large input is divided by its largest value, eps is not.

    Scaling x changes the variance, so eps no longer fits.
    """
    peak = np.max(np.abs(x), initial=0.0)
    x = x / peak if peak > 100 else x
    return _finish(x, *_moments(x), gamma, beta, eps)


def square_root_by_ten_steps(x, gamma, beta, eps=1e-6):
    """A square root by Newton's method that stops too early.

    Ten steps from 1 are not enough when the variance is far from 1.
    """
    mean, variance = _moments(x)
    root = np.ones_like(variance)
    for _ in range(10):
        root = 0.5 * (root + (variance + eps) / root)
    return gamma * (x - mean) / root + beta


def small_values_flushed(x, gamma, beta, eps=1e-6):
    """Normalised values below 1e-3 become zero.

    Small values are values.
    """
    mean, variance = _moments(x)
    normalised = (x - mean) / np.sqrt(variance + eps)
    normalised[np.abs(normalised) < 1e-3] = 0.0
    return gamma * normalised + beta
