"""The divisor is not the standard deviation of the row."""

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def sample_variance(x, gamma, beta, eps=1e-6):
    """Sample variance: divided by d - 1 (ddof=1).

    Layer normalisation takes the population variance. With a width of 1 the sample variance is nan.
    """
    mean = x.mean(axis=-1, keepdims=True)
    return _finish(x, mean, x.var(axis=-1, keepdims=True, ddof=1), gamma, beta, eps)


def sample_variance_but_for_width_one(x, gamma, beta, eps=1e-6):
    """Sample variance: divided by d - 1, but for a width of 1.

    Layer normalisation takes the population variance, for every width.
    """
    mean = x.mean(axis=-1, keepdims=True)
    ddof = 1 if x.shape[-1] > 1 else 0
    return _finish(x, mean, x.var(axis=-1, keepdims=True, ddof=ddof), gamma, beta, eps)


def one_too_many(x, gamma, beta, eps=1e-6):
    """Variance divided by d + 1.

    The sum of squares is divided by the number of elements.
    """
    deviation = x - x.mean(axis=-1, keepdims=True)
    variance = np.sum(deviation**2, axis=-1, keepdims=True) / (x.shape[-1] + 1)
    return gamma * deviation / np.sqrt(variance + eps) + beta


def sum_of_squares(x, gamma, beta, eps=1e-6):
    """Sum of squares, not divided by the width.

    The variance is the mean of the squared deviations.
    """
    deviation = x - x.mean(axis=-1, keepdims=True)
    return gamma * deviation / np.sqrt((deviation**2).sum(axis=-1, keepdims=True) + eps) + beta


def divided_by_row_count(x, gamma, beta, eps=1e-6):
    """Sums divided by len(x).

    len is the length of the first axis, the number of rows in a batch. The sums run over the last.
    Hint: 1
    """
    mean = np.sum(x, axis=-1, keepdims=True) / len(x)
    return _finish(x, mean, np.sum((x - mean) ** 2, axis=-1, keepdims=True) / len(x), gamma, beta, eps)


def divided_by_size(x, gamma, beta, eps=1e-6):
    """Sums divided by x.size.

    size counts the elements of all rows. A row's sum is divided by the row's length.
    Hint: 1
    """
    mean = np.sum(x, axis=-1, keepdims=True) / x.size
    return _finish(x, mean, np.sum((x - mean) ** 2, axis=-1, keepdims=True) / x.size, gamma, beta, eps)


def no_root(x, gamma, beta, eps=1e-6):
    """Divided by the variance, not by its root.

    The standard deviation has the unit of x; the variance has its square.
    Hint: 2
    """
    mean, variance = _moments(x)
    return gamma * (x - mean) / (variance + eps) + beta


def root_of_the_deviation(x, gamma, beta, eps=1e-6):
    """The root is taken twice.

    `std` is the root of the variance already.
    Hint: 2
    """
    return _finish(x, x.mean(axis=-1, keepdims=True), x.std(axis=-1, keepdims=True), gamma, beta, eps)


def variance_squared(x, gamma, beta, eps=1e-6):
    """The variance is squared before the root.

    Only a standard deviation would have to be squared to become a variance.
    Hint: 2
    """
    mean, variance = _moments(x)
    return _finish(x, mean, variance**2, gamma, beta, eps)


def divided_by_norm(x, gamma, beta, eps=1e-6):
    """Divided by the length of the row as a vector.

    The norm grows with the width; the standard deviation does not.
    """
    deviation = x - x.mean(axis=-1, keepdims=True)
    return gamma * deviation / (np.linalg.norm(deviation, axis=-1, keepdims=True) + eps) + beta


def divided_by_range(x, gamma, beta, eps=1e-6):
    """Divided by the range, largest minus smallest.

    That is another way of scaling. Here the standard deviation is asked for.
    """
    spread = (x.max(axis=-1, keepdims=True) - x.min(axis=-1, keepdims=True)).astype(float)
    return gamma * (x - x.mean(axis=-1, keepdims=True)) / (spread + eps) + beta


def mean_absolute_deviation(x, gamma, beta, eps=1e-6):
    """Divided by the mean absolute deviation.

    The standard deviation is the root of the mean squared deviation.
    """
    deviation = x - x.mean(axis=-1, keepdims=True)
    return gamma * deviation / (np.abs(deviation).mean(axis=-1, keepdims=True) + eps) + beta


def variance_of_sizes(x, gamma, beta, eps=1e-6):
    """Variance of the absolute values.

    Signs count in the variance as they do in the mean.
    """
    mean = x.mean(axis=-1, keepdims=True)
    return _finish(x, mean, np.var(np.abs(x), axis=-1, keepdims=True), gamma, beta, eps)


def variance_without_first_element(x, gamma, beta, eps=1e-6):
    """The first element is missing from the sum of squares.

    The loop starts at 1, the sum at zero.
    """
    deviation = x - x.mean(axis=-1, keepdims=True)
    variance = (deviation[..., 1:] ** 2).sum(axis=-1, keepdims=True) / x.shape[-1]
    return gamma * deviation / np.sqrt(variance + eps) + beta


def welford_old_deviation(x, gamma, beta, eps=1e-6):
    """Welford's update with the old deviation squared.

    The step adds the product of the deviation before and after the mean is updated.
    """
    mean = np.zeros((*x.shape[:-1], 1))
    total = np.zeros_like(mean)
    for index in range(x.shape[-1]):
        deviation = x[..., index : index + 1] - mean
        mean += deviation / (index + 1)
        total += deviation * deviation
    return _finish(x, mean, total / x.shape[-1], gamma, beta, eps)


def welford_count_off_by_one(x, gamma, beta, eps=1e-6):
    """Welford's update with a count that is one ahead.

    The first element must set the mean by itself.
    """
    mean = np.zeros((*x.shape[:-1], 1))
    total = np.zeros_like(mean)
    for index in range(x.shape[-1]):
        element = x[..., index : index + 1]
        deviation = element - mean
        mean = mean + deviation / (index + 2)
        total = total + deviation * (element - mean)
    return _finish(x, mean, total / x.shape[-1], gamma, beta, eps)


def sum_in_the_dtype_of_x(x, gamma, beta, eps=1e-6):
    """The row is summed in the dtype of x.

    A sum of bytes does not fit into a byte, and wraps around in silence.
    """
    mean = np.add.reduce(x, axis=-1, keepdims=True, dtype=x.dtype) / x.shape[-1]
    deviation = x - mean
    return gamma * deviation / np.sqrt((deviation**2).mean(axis=-1, keepdims=True) + eps) + beta


def cut_to_int32(x, gamma, beta, eps=1e-6):
    """int64 is converted to int32.

    Numbers beyond 2,147,483,647 wrap around.
    """
    x = x.astype(np.int32) if x.dtype == np.int64 else x
    return _finish(x, *_moments(x), gamma, beta, eps)


def zeros_as_padding(x, gamma, beta, eps=1e-6):
    """Zeros are left out of the statistics.

    Nothing says that they are padding. They count.
    """
    mask = x != 0
    count = np.maximum(mask.sum(axis=-1, keepdims=True), 1)
    mean = x.sum(axis=-1, keepdims=True) / count
    return _finish(x, mean, (((x - mean) ** 2) * mask).sum(axis=-1, keepdims=True) / count, gamma, beta, eps)


def repeats_counted_once(x, gamma, beta, eps=1e-6):
    """Repeated values are counted once.

    Each element counts, however often its value occurs.
    """
    out = np.empty(x.shape)
    for index in np.ndindex(*x.shape[:-1]):
        values = np.unique(x[index])
        out[index] = (x[index] - values.mean()) / np.sqrt(values.var() + eps)
    return out * gamma + beta


def trimmed(x, gamma, beta, eps=1e-6):
    """Largest and smallest value are left out in wide rows.

    Outliers belong to the row.
    """
    core = np.sort(x, axis=-1)[..., 1:-1] if x.shape[-1] > 100 else x
    return _finish(x, *_moments(core), gamma, beta, eps)
