"""eps is added in another place, or is another one."""

# ruff: noqa: ARG001 - a mistake may leave an argument unused

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def eps_outside_the_root(x, gamma, beta, eps=1e-6):
    """eps is added to the standard deviation.

    The two differ wherever the variance is not large beside eps; for a constant row, by a factor of
    the root of eps.
    Hint: 2
    """
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / (x.std(axis=-1, keepdims=True) + eps) + beta


def eps_ignored(x, gamma, beta, eps=1e-6):
    """eps is not used.

    A constant row is then zero divided by zero, and every small variance gives another answer.
    Hint: 2
    """
    return gamma * (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True) + beta


def eps_twice(x, gamma, beta, eps=1e-6):
    """eps is added under the root and once more outside.

    Once is enough.
    Hint: 2
    """
    mean, variance = _moments(x)
    return gamma * (x - mean) / (np.sqrt(variance + eps) + eps) + beta


def eps_squared(x, gamma, beta, eps=1e-6):
    """eps is squared.

    eps has the unit of the variance already.
    Hint: 2
    """
    return _finish(x, *_moments(x), gamma, beta, eps**2)


def eps_subtracted(x, gamma, beta, eps=1e-6):
    """eps is subtracted.

    A variance below eps then has no root.
    Hint: 2
    """
    return _finish(x, *_moments(x), gamma, beta, -eps)


def eps_as_floor(x, gamma, beta, eps=1e-6):
    """eps as the least variance, with max.

    The larger of the two is not their sum.
    Hint: 2
    """
    mean, variance = _moments(x)
    return _finish(x, mean, np.maximum(variance, eps), gamma, beta, 0.0)


def eps_for_small_variance_only(x, gamma, beta, eps=1e-6):
    """eps is added only where the variance is small.

    It belongs to every row.
    Hint: 2
    """
    mean, variance = _moments(x)
    return _finish(x, mean, np.where(variance < 1e-4, variance + eps, variance), gamma, beta, 0.0)


def eps_as_a_factor(x, gamma, beta, eps=1e-6):
    """The variance is multiplied by 1 + eps.

    That does not help a constant row.
    Hint: 2
    """
    mean, variance = _moments(x)
    return _finish(x, mean, variance * (1.0 + eps), gamma, beta, 0.0)


def eps_added_to_x(x, gamma, beta, eps=1e-6):
    """eps is added to x.

    A shift of x changes neither its deviations nor its variance.
    Hint: 2
    """
    x = x + eps
    return _finish(x, *_moments(x), gamma, beta, 0.0)


def eps_in_the_numerator(x, gamma, beta, eps=1e-6):
    """eps is added to the deviations as well.

    It belongs to the variance alone.
    Hint: 2
    """
    mean, variance = _moments(x)
    return gamma * (x - mean + eps) / np.sqrt(variance + eps) + beta


def eps_in_each_square(x, gamma, beta, eps=1e-6):
    """eps is added to each deviation before it is squared.

    It is added once, to the variance.
    Hint: 2
    """
    deviation = x - x.mean(axis=-1, keepdims=True)
    return gamma * deviation / np.sqrt(np.mean((deviation + eps) ** 2, axis=-1, keepdims=True) + eps) + beta


def eps_divided_by_width(x, gamma, beta, eps=1e-6):
    """eps is divided by the width.

    It is added to the mean of the squares, not to their sum.
    Hint: 2
    """
    return _finish(x, *_moments(x), gamma, beta, eps / x.shape[-1])


def eps_expanded(x, gamma, beta, eps=1e-6):
    """The root of variance plus eps, approximated.

    The approximation holds only while eps is small beside the variance.
    Hint: 2
    """
    mean, deviation = x.mean(axis=-1, keepdims=True), x.std(axis=-1, keepdims=True)
    return gamma * (x - mean) / (deviation + eps / (2 * deviation)) + beta


def eps_rounded(x, gamma, beta, eps=1e-6):
    """eps is rounded to 6 decimals.

    An eps below half a millionth becomes zero.
    """
    return _finish(x, *_moments(x), gamma, beta, round(float(eps), 6))


def eps_in_the_dtype_of_x(x, gamma, beta, eps=1e-6):
    """eps is converted to the dtype of x.

    For integers it becomes zero.
    """
    return _finish(x, *_moments(x), gamma, beta, np.asarray(eps).astype(x.dtype))


def always_1e_6(x, gamma, beta, eps=1e-6):
    """eps is always 1e-6.

    The argument has no effect.
    """
    return _finish(x, *_moments(x), gamma, beta, 1e-6)


def always_1e_5(x, gamma, beta, eps=1e-6):
    """eps is always 1e-5.

    The argument has no effect.
    """
    return _finish(x, *_moments(x), gamma, beta, 1e-5)


def default_of_1e_5(x, gamma, beta, eps=1e-5):
    """The default of eps is 1e-5.

    Many libraries have that one. Here the signature says 1e-6.
    """
    return _finish(x, *_moments(x), gamma, beta, eps)


def default_of_1e_12(x, gamma, beta, eps=1e-12):
    """The default of eps is 1e-12.

    BERT has that one. Here the signature says 1e-6.
    """
    return _finish(x, *_moments(x), gamma, beta, eps)


def default_of_zero(x, gamma, beta, eps=0.0):
    """The default of eps is 0.

    The signature says 1e-6. Without eps a constant row is zero divided by zero.
    """
    return _finish(x, *_moments(x), gamma, beta, eps)


def least_deviation(x, gamma, beta, eps=1e-6):
    """The standard deviation is at least 1e-3.

    eps already keeps it above zero; a second bound changes rows of small variance.
    Hint: 2
    """
    mean, variance = _moments(x)
    return gamma * (x - mean) / np.maximum(np.sqrt(variance + eps), 1e-3) + beta
