"""Shape and dtype of input and output."""

# ruff: noqa: ARG001 - a mistake may leave an argument unused

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def integers_fail(x, gamma, beta, eps=1e-6):
    """Integer input fails.

    All three arrays may hold integers. The result is float64, and does not fit into an array of integers.
    """
    x = x.copy()
    x -= x.mean(axis=-1, keepdims=True)
    x = x / np.sqrt((x**2).mean(axis=-1, keepdims=True) + eps)
    return x * gamma + beta


def leading_one_added(x, gamma, beta, eps=1e-6):
    """gamma and beta get a leading axis.

    One-dimensional input then comes back with two dimensions.
    Hint: 3
    """
    return _finish(x, *_moments(x), gamma.reshape(1, -1), beta.reshape(1, -1), eps)


def axis_added(x, gamma, beta, eps=1e-6):
    """The result has one dimension too many.

    It has to have the shape of x.
    """
    return _finish(x, *_moments(x), gamma, beta, eps)[np.newaxis]


def flat_not_restored(x, gamma, beta, eps=1e-6):
    """The result stays flattened to rows.

    After the reshape to two dimensions the shape of x has to be put back.
    """
    rows = x.reshape(-1, x.shape[-1])
    return _finish(rows, *_moments(rows), gamma, beta, eps)


def restored_for_three_only(x, gamma, beta, eps=1e-6):
    """The result is taken back to the shape of x for three dimensions only.

    It has to have the shape of x, whatever the number of dimensions.
    """
    rows = x.reshape(-1, x.shape[-1])
    out = _finish(rows, *_moments(rows), gamma, beta, eps)
    return out.reshape(x.shape) if x.ndim == 3 else out


def one_number_a_row(x, gamma, beta, eps=1e-6):
    """One number a row comes back.

    Each element is normalised, and the result has the shape of x.
    """
    return np.asarray(x.mean(axis=-1) / np.sqrt(x.var(axis=-1) + eps), dtype=float)


def squeezed(x, gamma, beta, eps=1e-6):
    """Axes of length 1 are dropped from the result.

    It has to have the shape of x.
    """
    return np.squeeze(_finish(x, *_moments(x), gamma, beta, eps))


def single_row_flattened(x, gamma, beta, eps=1e-6):
    """A batch of one comes back as a vector.

    It has to have the shape of x.
    """
    out = _finish(x, *_moments(x), gamma, beta, eps)
    return out.ravel() if out.size == gamma.size else out


def samples_flattened(x, gamma, beta, eps=1e-6):
    """Each sample is flattened and normalised as one row.

    Right for one and two dimensions. With more, rows that should be independent share a mean and variance.
    Hint: 1
    """
    flat = x.reshape(1, -1) if x.ndim == 1 else x.reshape(x.shape[0], -1)
    mean, variance = _moments(flat)
    return ((flat - mean) / np.sqrt(variance + eps)).reshape(x.shape) * gamma + beta


def first_of_four_only(x, gamma, beta, eps=1e-6):
    """Only the first item of four dimensions is treated.

    The other items are lost.
    """
    if x.ndim == 4:
        return first_of_four_only(x[0], gamma, beta, eps)[None]
    return _finish(x, *_moments(x), gamma, beta, eps)


def first_two_axes_merged(x, gamma, beta, eps=1e-6):
    """Four dimensions come back as three.

    Axes that were merged have to be taken apart again.
    """
    x = x.reshape(-1, *x.shape[2:]) if x.ndim == 4 else x
    return _finish(x, *_moments(x), gamma, beta, eps)
