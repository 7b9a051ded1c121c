"""An input is treated as special that is not."""

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def small_variance_as_zero(x, gamma, beta, eps=1e-6):
    """A variance below 1e-8 counts as zero.

    eps takes care of small variances; no row needs special treatment.
    """
    mean, variance = _moments(x)
    normalised = np.where(variance < 1e-8, 0.0, (x - mean) / np.sqrt(variance + eps))
    return gamma * normalised + beta


def constant_rows_unchanged(x, gamma, beta, eps=1e-6):
    """Constant rows are returned unchanged.

    Their deviations are zero, so the answer is beta.
    """
    out = _finish(x, *_moments(x), gamma, beta, eps)
    return np.where(np.ptp(x, axis=-1, keepdims=True) == 0, x.astype(float), out)


def constant_rows_zero(x, gamma, beta, eps=1e-6):
    """Constant rows become zero.

    Their normalised values are zero, but beta is still added.
    """
    out = _finish(x, *_moments(x), gamma, beta, eps)
    return np.where(np.ptp(x, axis=-1, keepdims=True) == 0, 0.0, out)


def constant_arrays_zero(x, gamma, beta, eps=1e-6):
    """An array of constant rows becomes zero.

    Its normalised values are zero, but beta is still added.
    """
    mean, variance = _moments(x)
    if x.size and not np.any(variance):
        return np.zeros(x.shape)
    return _finish(x, mean, variance, gamma, beta, eps)


def constant_vectors_zero(x, gamma, beta, eps=1e-6):
    """A constant vector becomes zero.

    Its normalised values are zero, but beta is still added.
    """
    if x.ndim == 1 and np.all(x == x[0]):
        return np.zeros(x.shape)
    return _finish(x, *_moments(x), gamma, beta, eps)


def zero_arrays_zero(x, gamma, beta, eps=1e-6):
    """An array of zeros stays zero.

    Its normalised values are zero, but beta is still added.
    """
    return _finish(x, *_moments(x), gamma, beta, eps) if np.any(x) else np.zeros(x.shape)


def constant_rows_refused(x, gamma, beta, eps=1e-6):
    """Constant rows raise an error.

    They are valid: eps keeps the division safe, and the answer is beta.
    """
    mean, variance = _moments(x)
    if np.any(variance == 0):
        raise ZeroDivisionError("row has zero variance")
    return _finish(x, mean, variance, gamma, beta, eps)


def unit_deviation_demanded(x, gamma, beta, eps=1e-6):
    """A check demands a standard deviation of 1.

    With eps it is a little less, and much less where the variance is small.
    """
    mean, variance = _moments(x)
    normalised = (x - mean) / np.sqrt(variance + eps)
    if not np.allclose(normalised.std(axis=-1), 1.0, atol=1e-3):
        raise AssertionError
    return gamma * normalised + beta


def small_means_kept(x, gamma, beta, eps=1e-6):
    """Nothing is subtracted when all means are almost zero.

    Almost zero is not zero: the mean counts beside a small spread.
    """
    mean, variance = _moments(x)
    return _finish(x, 0.0 if np.allclose(mean, 0.0, atol=1e-6) else mean, variance, gamma, beta, eps)


def beta_of_sum_zero_skipped(x, gamma, beta, eps=1e-6):
    """beta is not added when it sums to zero.

    A sum of zero does not make the entries zero.
    """
    return _finish(x, *_moments(x), gamma, beta if beta.sum() else 0.0, eps)


def zeros_as_missing(x, gamma, beta, eps=1e-6):
    """Zeros are taken for missing values and replaced by the mean.

    Nothing says that they are missing. They count.
    """
    known = np.where(x == 0, np.nan, x)
    mean, variance = np.nanmean(known, axis=-1, keepdims=True), np.nanvar(known, axis=-1, keepdims=True)
    return gamma * np.nan_to_num((known - mean) / np.sqrt(variance + eps)) + beta


def width_one_unchanged(x, gamma, beta, eps=1e-6):
    """Rows of width 1 are returned unchanged.

    The only element is its own mean, so its deviation is zero and the answer is beta.
    """
    return x.astype(np.float64) if x.shape[-1] == 1 else _finish(x, *_moments(x), gamma, beta, eps)


def width_one_scaled(x, gamma, beta, eps=1e-6):
    """Rows of width 1 are scaled and shifted, but not normalised.

    The only element is its own mean, so its deviation is zero and the answer is beta.
    """
    return gamma * x + beta if x.shape[-1] == 1 else _finish(x, *_moments(x), gamma, beta, eps)


def width_one_zero(x, gamma, beta, eps=1e-6):
    """Rows of width 1 become zero.

    Their normalised value is zero, but beta is still added.
    """
    return np.zeros(x.shape) if x.shape[-1] == 1 else _finish(x, *_moments(x), gamma, beta, eps)


def width_one_nan(x, gamma, beta, eps=1e-6):
    """Rows of width 1 become nan.

    Dividing by d - 1 and multiplying by it again does not work for a width of 1.
    """
    width = x.shape[-1]
    deviation = x - x.mean(axis=-1, keepdims=True)
    variance = (deviation**2).sum(axis=-1, keepdims=True) / (width - 1) if width > 1 else np.nan
    return gamma * deviation / np.sqrt(variance * (width - 1) / width + eps) + beta


def width_one_not_broadcast(x, gamma, beta, eps=1e-6):
    """Rows of width 1 become a single beta.

    The value is right, but the result has to have the shape of x.
    """
    return beta.astype(float) if x.shape[-1] == 1 else _finish(x, *_moments(x), gamma, beta, eps)


def width_two_as_signs(x, gamma, beta, eps=1e-6):
    """Rows of width 2 become plus and minus 1.

    That holds without eps only.
    Hint: 2
    """
    mean, variance = _moments(x)
    if x.shape[-1] == 2:
        return gamma * np.sign(x - mean) + beta
    return _finish(x, mean, variance, gamma, beta, eps)


def identity_skipped(x, gamma, beta, eps=1e-6):
    """Nothing is done when gamma is 1 and beta is 0.

    Then only the scale and the shift have no effect. The row is still normalised.
    """
    if np.all(gamma == 1) and np.all(beta == 0):
        return x.astype(np.float64)
    return _finish(x, *_moments(x), gamma, beta, eps)
