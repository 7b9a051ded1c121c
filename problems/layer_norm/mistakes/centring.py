"""The mean is another one, or is not subtracted."""

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def not_centred(x, gamma, beta, eps=1e-6):
    """The mean is never subtracted.

    x is divided by the standard deviation, but keeps its mean.
    """
    return _finish(x, 0.0, x.var(axis=-1, keepdims=True), gamma, beta, eps)


def root_mean_square(x, gamma, beta, eps=1e-6):
    """RMS normalisation: no mean is subtracted at all.

    RMSNorm divides by the root of the mean square. Layer normalisation subtracts the mean first.
    """
    square = np.mean(np.square(x, dtype=np.float64), axis=-1, keepdims=True)
    return x / np.sqrt(square + eps) * gamma + beta


def median_for_mean(x, gamma, beta, eps=1e-6):
    """Median in place of the mean.

    The two agree for symmetric rows only.
    """
    median = np.median(x, axis=-1, keepdims=True)
    return _finish(x, median, ((x - median) ** 2).mean(axis=-1, keepdims=True), gamma, beta, eps)


def mean_of_sizes(x, gamma, beta, eps=1e-6):
    """Mean of the absolute values.

    Negative entries count with their sign.
    """
    return _finish(
        x, np.mean(np.abs(x), axis=-1, keepdims=True), x.var(axis=-1, keepdims=True), gamma, beta, eps
    )


def whole_number_mean(x, gamma, beta, eps=1e-6):
    """Mean rounded down by //.

    `//` divides to a whole number, for floats too.
    """
    mean = x.sum(axis=-1, keepdims=True) // x.shape[-1]
    return _finish(x, mean, ((x - mean) ** 2.0).mean(axis=-1, keepdims=True), gamma, beta, eps)


def mean_of_halves(x, gamma, beta, eps=1e-6):
    """Mean of the means of two halves.

    The halves of an odd row have different lengths, and must not count the same.
    """
    half = x.shape[-1] // 2
    mean = x.astype(float) if half == 0 else 0.5 * (_moments(x[..., :half])[0] + _moments(x[..., half:])[0])
    deviation = x - mean
    return gamma * deviation / np.sqrt(np.mean(deviation**2, axis=-1, keepdims=True) + eps) + beta


def gamma_as_weights(x, gamma, beta, eps=1e-6):
    """Mean weighted by gamma.

    gamma has no part in the statistics.
    """
    size = np.abs(gamma)
    weights = size / size.sum() if size.sum() else np.full(gamma.shape, 1 / gamma.size)
    return _finish(
        x, (x * weights).sum(axis=-1, keepdims=True), x.var(axis=-1, keepdims=True), gamma, beta, eps
    )


def sign_flipped(x, gamma, beta, eps=1e-6):
    """Mean minus x, in place of x minus mean.

    Every normalised value has the wrong sign.
    """
    mean, variance = _moments(x)
    return gamma * (mean - x) / np.sqrt(variance + eps) + beta
