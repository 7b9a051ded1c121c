"""The scale or the shift is wrong."""

# ruff: noqa: ARG001 - a mistake may leave an argument unused

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def gamma_and_beta_forgotten(x, gamma, beta, eps=1e-6):
    """gamma and beta are not used.

    The normalised row still has to be scaled and shifted.
    Hint: 3
    """
    mean, variance = _moments(x)
    return (x - mean) / np.sqrt(variance + eps)


def gamma_forgotten(x, gamma, beta, eps=1e-6):
    """gamma is not used.

    The normalised row is scaled before it is shifted.
    Hint: 3
    """
    return _finish(x, *_moments(x), 1.0, beta, eps)


def beta_forgotten(x, gamma, beta, eps=1e-6):
    """beta is not used.

    The scaled row still has to be shifted.
    Hint: 3
    """
    return _finish(x, *_moments(x), gamma, 0.0, eps)


def gamma_of_zeros(x, gamma, beta, eps=1e-6):
    """gamma is replaced by zeros.

    Nothing of x is left, and no gradient would reach the layers before. Training starts from ones.
    """
    return _finish(x, *_moments(x), np.zeros_like(gamma), beta, eps)


def gamma_and_beta_swapped(x, gamma, beta, eps=1e-6):
    """gamma and beta are exchanged.

    gamma multiplies, beta is added. Does the order of the parameters agree with the signature?
    """
    return _finish(x, *_moments(x), beta, gamma, eps)


def gamma_before(x, gamma, beta, eps=1e-6):
    """gamma is applied before the normalisation.

    The normalisation takes most of it out again.
    """
    x = x * gamma
    mean, variance = _moments(x)
    return (x - mean) / np.sqrt(variance + eps) + beta


def gamma_and_beta_before(x, gamma, beta, eps=1e-6):
    """gamma and beta are applied before the normalisation.

    The normalisation takes most of them out again.
    """
    x = gamma * x + beta
    mean, variance = _moments(x)
    return (x - mean) / np.sqrt(variance + eps)


def beta_scaled(x, gamma, beta, eps=1e-6):
    """beta is added before gamma multiplies.

    The shift is then scaled too.
    """
    mean, variance = _moments(x)
    return gamma * ((x - mean) / np.sqrt(variance + eps) + beta)


def gamma_of_ones_plus(x, gamma, beta, eps=1e-6):
    """Scaled by 1 + gamma.

    Some models store the scale that way. Here gamma is the scale itself.
    """
    return _finish(x, *_moments(x), 1.0 + gamma, beta, eps)


def gamma_twice(x, gamma, beta, eps=1e-6):
    """gamma is applied twice.

    It scales the normalised row once.
    """
    return _finish(x, *_moments(x), gamma * gamma, beta, eps)


def divided_by_gamma(x, gamma, beta, eps=1e-6):
    """Divided by gamma.

    gamma multiplies.
    """
    mean, variance = _moments(x)
    return (x - mean) / (gamma * np.sqrt(variance + eps)) + beta


def gamma_without_sign(x, gamma, beta, eps=1e-6):
    """The sign of gamma is lost.

    A scale may be negative.
    """
    return _finish(x, *_moments(x), np.abs(gamma), beta, eps)


def negative_gamma_cut(x, gamma, beta, eps=1e-6):
    """Negative entries of gamma become zero.

    A scale may be negative.
    """
    return _finish(x, *_moments(x), np.maximum(gamma, 0), beta, eps)


def negative_beta_cut(x, gamma, beta, eps=1e-6):
    """Negative entries of beta become zero.

    A shift may be negative.
    """
    return _finish(x, *_moments(x), gamma, np.maximum(beta, 0), eps)


def softplus_of_gamma(x, gamma, beta, eps=1e-6):
    """gamma is passed through softplus.

    gamma is the scale as it stands, and may be zero or negative.
    """
    return _finish(x, *_moments(x), np.log1p(np.exp(gamma)), beta, eps)


def gamma_reversed(x, gamma, beta, eps=1e-6):
    """gamma is applied from the end.

    The first entry of gamma belongs to the first feature.
    Hint: 3
    """
    return _finish(x, *_moments(x), gamma[::-1], beta, eps)


def first_gamma_for_all(x, gamma, beta, eps=1e-6):
    """The first entry of gamma serves all features.

    Each feature has a scale of its own.
    Hint: 3
    """
    return _finish(x, *_moments(x), gamma.flat[0], beta, eps)


def gamma_cut_to_integers(x, gamma, beta, eps=1e-6):
    """gamma is cut to whole numbers.

    A scale of 0.5 becomes 0.
    """
    return _finish(x, *_moments(x), gamma.astype(int), beta, eps)


def gamma_in_the_dtype_of_x(x, gamma, beta, eps=1e-6):
    """gamma is converted to the dtype of x.

    For integers it loses its fraction.
    """
    return _finish(x, *_moments(x), gamma.astype(x.dtype), beta, eps)


def beta_in_the_dtype_of_x(x, gamma, beta, eps=1e-6):
    """beta is converted to the dtype of x.

    For integers it loses its fraction.
    """
    return _finish(x, *_moments(x), gamma, beta.astype(x.dtype), eps)


def gamma_summed(x, gamma, beta, eps=1e-6):
    """A matrix product with gamma in place of a scale.

    `@` adds the products up. Each element is multiplied by its own entry.
    Hint: 3
    """
    mean, variance = _moments(x)
    return (((x - mean) / np.sqrt(variance + eps)) @ gamma)[..., None] + beta


def gamma_in_the_shape_of_x(x, gamma, beta, eps=1e-6):
    """gamma and beta are reshaped to the shape of x.

    They hold one row. Broadcasting repeats it for all rows.
    Hint: 3
    """
    return _finish(x, *_moments(x), gamma.reshape(x.shape), beta.reshape(x.shape), eps)


def gamma_repeated_by_element(x, gamma, beta, eps=1e-6):
    """Each entry of gamma is repeated, rather than the row of them.

    np.repeat gives a, a, b, b. The rows need a, b, a, b, which broadcasting gives by itself.
    Hint: 3
    """
    scale = np.repeat(gamma, x.size // x.shape[-1]).reshape(x.shape)
    return _finish(x, *_moments(x), scale, beta, eps)


def gamma_as_a_column_if_square(x, gamma, beta, eps=1e-6):
    """gamma and beta become columns when there are as many rows as features.

    They belong to the features, whatever the number of rows.
    Hint: 3
    """
    if x.ndim == 2 and gamma.shape[0] == x.shape[0]:
        gamma, beta = gamma[:, None], beta[:, None]
    return _finish(x, *_moments(x), gamma, beta, eps)


def gamma_resized_transposed(x, gamma, beta, eps=1e-6):
    """gamma and beta are resized to the transposed shape.

    The rows need a, b, a, b, which broadcasting gives by itself.
    Hint: 3
    """
    scale, shift = np.resize(gamma, x.shape[::-1]).T, np.resize(beta, x.shape[::-1]).T
    return _finish(x, *_moments(x), scale, shift, eps)


def gamma_along_axis_one_of_three(x, gamma, beta, eps=1e-6):
    """gamma and beta go along axis 1 of three dimensions when it has their length.

    They belong to the last axis, whatever the length of the others.
    Hint: 3
    """
    if x.ndim == 3 and x.shape[1] == gamma.shape[0]:
        gamma, beta = gamma[None, :, None], beta[None, :, None]
    return _finish(x, *_moments(x), gamma, beta, eps)


def vectors_not_scaled(x, gamma, beta, eps=1e-6):
    """One-dimensional input is not scaled and shifted.

    A vector is a single row, and treated like any other.
    Hint: 3
    """
    mean, variance = _moments(x)
    normalised = (x - mean) / np.sqrt(variance + eps)
    return normalised if x.ndim == 1 else normalised * gamma + beta


def beta_for_the_first_row(x, gamma, beta, eps=1e-6):
    """beta is added to the first row only.

    Every row is shifted.
    Hint: 3
    """
    out = _finish(x, *_moments(x), gamma, 0.0, eps)
    if out.ndim == 2:
        out[:1] += beta
    else:
        out += beta
    return out
