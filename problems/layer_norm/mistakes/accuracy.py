"""Right in exact arithmetic, or nearly so: digits are lost."""

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def one_pass_variance(x, gamma, beta, eps=1e-6):
    """Variance as the mean of the squares minus the square of the mean.

    Right in exact arithmetic. But the two numbers are almost equal when the mean is large beside the
    spread, and their difference keeps only the digits in which they differ. Take the deviations first.
    """
    x = x * 1.0
    mean = x.mean(axis=-1, keepdims=True)
    variance = np.maximum((x * x).mean(axis=-1, keepdims=True) - mean * mean, 0.0)
    return _finish(x, mean, variance, gamma, beta, eps)


def one_pass_from_sums(x, gamma, beta, eps=1e-6):
    """Variance from the sum and the sum of squares.

    Right in exact arithmetic. But when the mean is large beside the spread the two terms are almost equal,
    and their difference keeps only the digits in which they differ. Take the deviations first.
    """
    x = x * 1.0
    width = x.shape[-1]
    total, squares = x.sum(axis=-1, keepdims=True), (x * x).sum(axis=-1, keepdims=True)
    return (width * x - total) / np.sqrt(width * squares - total * total + width**2 * eps) * gamma + beta


def integer_squares(x, gamma, beta, eps=1e-6):
    """Squares of integers taken in their own dtype.

    Squares of bytes don't fit into a byte: they wrap around in silence. And the mean of the squares minus
    the square of the mean loses its digits when the mean is large. Take deviations, which are float64.
    """
    mean = x.mean(axis=-1, keepdims=True)
    variance = (x * x).mean(axis=-1, keepdims=True) - mean**2
    return _finish(x, mean, np.maximum(variance, 0), gamma, beta, eps)


def float32_throughout(x, gamma, beta, eps=1e-6):
    """Computed in float32.

    Converting to float64 at the end does not bring back digits lost on the way: float32 keeps about 7.
    """
    x = x.astype(np.float32)
    mean, variance = _moments(x)
    return (gamma * ((x - mean) / np.sqrt(variance + np.float32(eps))) + beta).astype(np.float64)


def float32_input(x, gamma, beta, eps=1e-6):
    """x converted to float32 first.

    What follows is float64, but x has only about 7 digits left.
    """
    x = x.astype(np.float32).astype(np.float64)
    return _finish(x, *_moments(x), gamma, beta, eps)


def float32_statistics(x, gamma, beta, eps=1e-6):
    """Mean and variance in float32.

    The rest is float64, but the statistics have about 7 digits, and so has the result.
    """
    mean = x.mean(axis=-1, keepdims=True, dtype=np.float32)
    variance = x.var(axis=-1, keepdims=True, dtype=np.float32).astype(np.float64)
    return (x - mean) / np.sqrt(variance + eps) * gamma + beta


def float32_mean(x, gamma, beta, eps=1e-6):
    """Mean in float32.

    Every deviation is then off by the rounding error of the mean.
    """
    mean = np.mean(x, axis=-1, keepdims=True, dtype=np.float32)
    deviation = x - mean.astype(np.float64)
    return deviation / np.sqrt((deviation**2).mean(axis=-1, keepdims=True) + eps) * gamma + beta


def float16_mean(x, gamma, beta, eps=1e-6):
    """Mean in float16.

    float16 keeps about 3 digits. Every deviation is then off by the rounding error of the mean.
    """
    total = np.cumsum(x.astype(np.float16), axis=-1, dtype=np.float16)[..., -1:]
    deviation = x - (total / np.float16(x.shape[-1])).astype(float)
    return deviation / np.sqrt(np.mean(deviation**2, axis=-1, keepdims=True) + eps) * gamma + beta


def float32_gamma(x, gamma, beta, eps=1e-6):
    """gamma rounded to float32.

    About 7 of 16 digits of the scale are left.
    """
    return _finish(x, *_moments(x), gamma.astype(np.float32).astype(np.float64), beta, eps)


def float32_beta(x, gamma, beta, eps=1e-6):
    """beta rounded to float32.

    About 7 of 16 digits of the shift are left.
    """
    return _finish(x, *_moments(x), gamma, beta.astype(np.float32).astype(np.float64), eps)


def float32_for_integers(x, gamma, beta, eps=1e-6):
    """Integers converted to float32.

    float32 holds whole numbers exactly up to 16,777,216 only, and everything after it has 7 digits.
    """
    if not np.issubdtype(x.dtype, np.floating):
        x = x.astype(np.float32)
    return _finish(x, *_moments(x), gamma, beta, eps)


def float32_for_wide_rows(x, gamma, beta, eps=1e-6):
    """float32 for wide rows.

    Saves memory where nobody asked for it, and loses 9 of 16 digits.
    """
    work = x.astype(np.float32 if x.shape[-1] >= 512 else np.float64)
    mean, variance = _moments(work)
    return (gamma * (work - mean) / np.sqrt(variance + eps) + beta).astype(np.float64)


def float16_input(x, gamma, beta, eps=1e-6):
    """Computed in float16.

    float16 keeps about 3 digits, overflows at 65,504, and has no number between 0 and 6e-8: a small eps is
    lost altogether.
    """
    x = np.asarray(x, dtype=np.float16)
    return np.asarray(_finish(x, *_moments(x), gamma, beta, eps), dtype=np.float64)


def float16_eps(x, gamma, beta, eps=1e-6):
    """eps rounded to float16.

    float16 has 3 digits and nothing between 0 and 6e-8: an eps of 1e-8 or 1e-12 becomes zero.
    """
    return _finish(x, *_moments(x), gamma, beta, np.float16(eps).astype(np.float64))


def float32_eps(x, gamma, beta, eps=1e-6):
    """eps rounded to float32.

    Shows where eps is of the size of the variance.
    """
    return _finish(x, *_moments(x), gamma, beta, float(np.float32(eps)))


def root_by_bits(x, gamma, beta, eps=1e-6):
    """A reciprocal root from the bits of the number, improved twice.

    The trick was made for single precision. Two steps leave 5 digits fewer than float64 has.
    """
    deviation = x - x.mean(axis=-1, keepdims=True)
    number = np.ascontiguousarray(np.mean(deviation**2, axis=-1, keepdims=True) + eps)
    root = (np.int64(0x5FE6EB50C7B537A9) - (number.view(np.int64) >> 1)).view(np.float64)
    for _ in range(2):
        root = root * (1.5 - 0.5 * number * root * root)
    return deviation * root * gamma + beta


def rounded_to_4(x, gamma, beta, eps=1e-6):
    """Result rounded to 4 decimals.

    Rounding is for showing numbers. The result is to be returned as it is.
    """
    return np.round(_finish(x, *_moments(x), gamma, beta, eps), 4)


def rounded_to_6(x, gamma, beta, eps=1e-6):
    """Result rounded to 6 decimals.

    Rounding is for showing numbers. The result is to be returned as it is.
    """
    return np.round(_finish(x, *_moments(x), gamma, beta, eps), 6)


def rounded_to_8(x, gamma, beta, eps=1e-6):
    """Result rounded to 8 decimals.

    Rounding is for showing numbers. The result is to be returned as it is.
    """
    return np.round(_finish(x, *_moments(x), gamma, beta, eps), 8)


def rounded_variance(x, gamma, beta, eps=1e-6):
    """Variance rounded to 8 decimals.

    A small variance, or a small eps beside it, disappears.
    """
    mean, variance = _moments(x)
    return _finish(x, mean, np.round(variance, 8), gamma, beta, eps)


def rounded_statistics(x, gamma, beta, eps=1e-6):
    """Mean and variance rounded to 8 decimals.

    The rounding goes through to every element of the row.
    """
    mean = np.round(x.mean(axis=-1, keepdims=True), 8)
    variance = np.round(((x - mean) ** 2).mean(axis=-1, keepdims=True), 8)
    return (x - mean) / np.sqrt(variance + eps) * gamma + beta
