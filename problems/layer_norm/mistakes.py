"""Named wrong implementations. The docstring speaks to the learner: a title, then what is wrong and why.

Each is written as a learner would write it, so that it goes wrong on the same inputs: a sample variance of
one number is nan, a lost dimension raises unless the array is square.
"""

# ruff: noqa: ARG001 - a mistake may leave an argument unused

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


# Numerical: right in exact arithmetic, or nearly so.


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


# Which numbers the statistics are taken over.


def batch_statistics(x, gamma, beta, eps=1e-6):
    """Batch normalisation: statistics over the first axis.

    Each feature is normalised over the rows. Here each row is to be normalised over its own features, and
    no row may depend on another.
    Hint: 1
    """
    return _finish(x, *_moments(x, axis=0), gamma, beta, eps)


def axis_before_last(x, gamma, beta, eps=1e-6):
    """Statistics over the axis before the last.

    The features lie along the last axis. A vector has no other axis, and fails.
    Hint: 1
    """
    return _finish(x, *_moments(x, axis=-2), gamma, beta, eps)


def axis_one(x, gamma, beta, eps=1e-6):
    """Statistics over axis 1.

    Right for two dimensions only. The features lie along the last axis, whatever its number.
    Hint: 1
    """
    return _finish(x, *_moments(x, axis=1), gamma, beta, eps)


def axis_two_or_batch(x, gamma, beta, eps=1e-6):
    """Statistics over axis 2 where there is one, else over axis 0.

    Right for three dimensions only. The last axis has one name that fits all of them.
    Hint: 1
    """
    axis = 2 if x.ndim > 2 else 0
    return _finish(x, *_moments(x, axis=axis), gamma, beta, eps)


def axis_two_at_most(x, gamma, beta, eps=1e-6):
    """Statistics over axis 2 for four dimensions as well.

    The features lie along the last axis, which is axis 3 there.
    Hint: 1
    """
    return _finish(x, *_moments(x, axis=min(x.ndim - 1, 2)), gamma, beta, eps)


def channels_first(x, gamma, beta, eps=1e-6):
    """Four dimensions taken for images with channels on axis 1.

    There are no channels in the task: the features lie along the last axis.
    Hint: 1
    """
    return _finish(x, *_moments(x, axis=1 if x.ndim == 4 else -1), gamma, beta, eps)


def last_two_axes_of_four(x, gamma, beta, eps=1e-6):
    """Statistics over the last two axes of four dimensions.

    Rows that should be independent share a mean and a variance.
    Hint: 1
    """
    return _finish(x, *_moments(x, axis=(-2, -1) if x.ndim == 4 else -1), gamma, beta, eps)


def whole_array(x, gamma, beta, eps=1e-6):
    """One mean and variance for the whole array.

    Without an axis the statistics mix all rows. Each row has its own.
    Hint: 1
    """
    return _finish(x, np.mean(x), np.var(x), gamma, beta, eps)


def all_but_the_first_axis(x, gamma, beta, eps=1e-6):
    """Statistics over every axis but the first.

    Rows that belong to one sample share a mean and a variance, and a vector has no axis left.
    Hint: 1
    """
    return _finish(x, *_moments(x, axis=tuple(range(1, x.ndim))), gamma, beta, eps)


def all_of_a_sample(x, gamma, beta, eps=1e-6):
    """Statistics over all of a sample rather than over its last axis.

    Right for one and two dimensions. With more, rows that should be independent share a mean and variance.
    Hint: 1
    """
    return _finish(x, *_moments(x, axis=tuple(range(1, x.ndim)) or (0,)), gamma, beta, eps)


def axis_found_by_length(x, gamma, beta, eps=1e-6):
    """The axis looked up by the length of gamma.

    Another axis may be as long. The features lie along the last one.
    Hint: 1
    """
    return _finish(x, *_moments(x, axis=x.shape.index(gamma.shape[0])), gamma, beta, eps)


def without_keepdims(x, gamma, beta, eps=1e-6):
    """Mean and variance lose their last dimension.

    Their shape then lines up with the wrong axis of x: most shapes fail, square ones go wrong in silence.
    Hint: 1
    """
    return _finish(x, x.mean(axis=-1), x.var(axis=-1), gamma, beta, eps)


def variance_without_keepdims(x, gamma, beta, eps=1e-6):
    """The variance loses its last dimension.

    Its shape then lines up with the wrong axis of x: most shapes fail, square ones go wrong in silence.
    Hint: 1
    """
    return _finish(x, x.mean(axis=-1, keepdims=True), x.var(axis=-1), gamma, beta, eps)


def statistics_as_a_column(x, gamma, beta, eps=1e-6):
    """Statistics made a column with [:, None].

    That fits two dimensions and no others.
    Hint: 1
    """
    return _finish(x, x.mean(axis=-1)[:, None], x.var(axis=-1)[:, None], gamma, beta, eps)


def statistics_reshaped(x, gamma, beta, eps=1e-6):
    """Statistics reshaped to (-1, 1).

    That fits two dimensions. A vector gains a dimension, and more dimensions don't line up.
    Hint: 1
    """
    mean, variance = x.mean(axis=-1).reshape(-1, 1), x.var(axis=-1).reshape(-1, 1)
    return _finish(x, mean, variance, gamma, beta, eps)


def transposed(x, gamma, beta, eps=1e-6):
    """Rows lined up by transposing x.

    `.T` reverses all axes, so that the statistics meet the wrong rows as soon as there are three.
    Hint: 1
    """
    mean, root = x.mean(axis=-1), np.sqrt(x.var(axis=-1) + eps)
    return ((x.T - mean) / root).T * gamma + beta


def axis_of_smallest_stride(x, gamma, beta, eps=1e-6):
    """The axis looked up by its stride.

    Which axis lies closest in memory depends on the layout. The features lie along the last axis.
    Hint: 1
    """
    axis = int(np.argmin(np.abs(x.strides))) if x.size and x.flags.forc else x.ndim - 1
    axis = x.ndim - 1 if x.shape[axis] == 1 else axis
    return _finish(x, *_moments(x, axis=axis), gamma, beta, eps)


def flattened_from_the_transposed(x, gamma, beta, eps=1e-6):
    """Three dimensions are transposed, flattened, and put back in the other order.

    Each row is right, but stands in another row's place.
    """
    rows = (x.swapaxes(0, 1) if x.ndim == 3 else x).reshape(-1, x.shape[-1])
    return _finish(rows, *_moments(rows), gamma, beta, eps).reshape(x.shape)


def rows_in_the_wrong_place(x, gamma, beta, eps=1e-6):
    """The inner loop uses the outer loop's variable.

    After the inner loop it no longer names the row, so that results land in other rows.
    """
    rows = x.reshape(-1, x.shape[-1])
    out = np.zeros(rows.shape)
    for row in rows:
        place = min(rows.shape[1], rows.shape[0]) - 1
        out[place] = _finish(row, row.mean(), row.var(), gamma, beta, eps)
    return out.reshape(x.shape)


def rows_paired_with_gamma(x, gamma, beta, eps=1e-6):
    """zip pairs each row with one entry of gamma and beta.

    gamma and beta belong to the features. And zip stops at the shorter of the two.
    Hint: 3
    """
    out = np.zeros(x.shape)
    rows, results = x.reshape(-1, x.shape[-1]), out.reshape(-1, x.shape[-1])
    for row, result, scale, shift in zip(rows, results, gamma, beta, strict=False):
        result[:] = scale * (row - row.mean()) / np.sqrt(row.var() + eps) + shift
    return out


def previous_rows_mean(x, gamma, beta, eps=1e-6):
    """Each row centred with the mean of the row before it.

    The mean is updated after it was used.
    """
    rows = x.reshape(-1, x.shape[-1])
    out = np.empty(rows.shape)
    mean = rows[0].mean() if len(rows) else 0.0
    for index, row in enumerate(rows):
        out[index] = _finish(row, mean, row.var(), gamma, beta, eps)
        mean = row.mean()
    return out.reshape(x.shape)


def running_sum_not_reset(x, gamma, beta, eps=1e-6):
    """The sum goes on from row to row.

    It has to start at zero for each row.
    """
    out = np.empty(x.shape)
    total = 0.0
    for index in np.ndindex(*x.shape[:-1]):
        row = x[index].astype(float)
        total += row.sum()
        out[index] = _finish(row, total / x.shape[-1], row.var(), gamma, beta, eps)
    return out


def last_row_left_out(x, gamma, beta, eps=1e-6):
    """The last row is left out.

    A range ends one short, and the last row stays zero.
    """
    rows = x.reshape(-1, x.shape[-1])
    out = np.zeros(rows.shape)
    for index in range(max(len(rows) - 1, 1) if len(rows) else 0):
        out[index] = _finish(rows[index], rows[index].mean(), rows[index].var(), gamma, beta, eps)
    return out.reshape(x.shape)


def odd_row_left_out(x, gamma, beta, eps=1e-6):
    """An odd last row is left out.

    Rows are taken two at a time, and the one that remains stays zero.
    """
    rows = x.reshape(-1, x.shape[-1])
    out = np.zeros(rows.shape)
    end = len(rows) if len(rows) == 1 else len(rows) // 2 * 2
    out[:end] = _finish(rows[:end], *_moments(rows[:end]), gamma, beta, eps)
    return out.reshape(x.shape)


# How the mean is taken, and whether it is used.


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


# What is divided by.


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


# Where eps goes.


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


# The scale and the shift.


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


# The block around it.


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


# Cases that were thought to be special.


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


# Shape and dtype of input and output.


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


# Something is kept from call to call.

_by_x, _by_arrays, _by_bytes, _returned, _by_identity, _scales, _by_total = {}, {}, {}, {}, {}, {}, {}
_running, _buffers, _first = {}, {}, {}


def remembered_by_x(x, gamma, beta, eps=1e-6):
    """Answers are remembered by x alone.

    The same x with another gamma, beta or eps gets the old answer. Each call stands alone.
    """
    key = x.shape, x.dtype.str, x.tobytes()
    if key not in _by_x:
        _by_x[key] = _finish(x, *_moments(x), gamma, beta, eps)
    return _by_x[key].copy()


def remembered_without_eps(x, gamma, beta, eps=1e-6):
    """Answers are remembered by the arrays, without eps.

    The same arrays with another eps get the old answer. Each call stands alone.
    """
    key = tuple((array.shape, array.dtype.str, array.tobytes()) for array in (x, gamma, beta))
    if key not in _by_arrays:
        _by_arrays[key] = _finish(x, *_moments(x), gamma, beta, eps)
    return _by_arrays[key].copy()


def remembered_without_shape(x, gamma, beta, eps=1e-6):
    """Answers are remembered by the bytes of x, without its shape.

    The same numbers in another shape get the old answer. Each call stands alone.
    """
    key = x.tobytes(), gamma.tobytes(), beta.tobytes(), eps, x.dtype.str
    if key not in _by_bytes:
        _by_bytes[key] = _finish(x, *_moments(x), gamma, beta, eps)
    return _by_bytes[key].copy()


def remembered_array_returned(x, gamma, beta, eps=1e-6):
    """A remembered array is returned itself, not a copy of it.

    Whoever writes into the result changes the memory, and the next answer.
    """
    arrays = (x, gamma, beta)
    key = x.shape, eps, *(array.dtype.str for array in arrays), *(array.tobytes() for array in arrays)
    if key not in _returned:
        _returned[key] = _finish(x, *_moments(x), gamma, beta, eps)
    return _returned[key]


def remembered_by_identity(x, gamma, beta, eps=1e-6):
    """Statistics are remembered by id(x).

    The same array may hold other numbers by the next call.
    """
    key = id(x), x.shape
    if key not in _by_identity:
        _by_identity[key] = _moments(x)
    return _finish(x, *_by_identity[key], gamma, beta, eps)


def gamma_remembered_by_identity(x, gamma, beta, eps=1e-6):
    """A copy of gamma is remembered by id(gamma).

    The same array may hold other numbers by the next call.
    """
    known = _scales.get(id(gamma))
    if known is None or known[0] is not gamma:
        known = _scales[id(gamma)] = (gamma, np.array(gamma, dtype=np.float64))
    return _finish(x, *_moments(x), known[1], beta, eps)


def remembered_by_total(x, gamma, beta, eps=1e-6):
    """Statistics are remembered by shape and sum.

    Rows in another order have the same sum, but other statistics in each place.
    """
    key = x.shape, round(float(x.sum()), 6)
    if key not in _by_total:
        _by_total[key] = _moments(x)
    return _finish(x, *_by_total[key], gamma, beta, eps)


def running_statistics(x, gamma, beta, eps=1e-6):
    """Running averages of mean and variance.

    Batch normalisation keeps those. Layer normalisation depends on nothing but its arguments.
    """
    mean, variance = _moments(x)
    if x.shape in _running:
        old_mean, old_variance = _running[x.shape]
        mean, variance = 0.9 * old_mean + 0.1 * mean, 0.9 * old_variance + 0.1 * variance
    _running[x.shape] = mean, variance
    return _finish(x, mean, variance, gamma, beta, eps)


def one_buffer_for_all_calls(x, gamma, beta, eps=1e-6):
    """The same array is returned for every call of a shape.

    The next call then changes the earlier result. Each call returns a new array.
    """
    out = _buffers.setdefault(x.shape, np.empty(x.shape))
    mean, variance = _moments(x)
    np.divide(x - mean, np.sqrt(variance + eps), out=out)
    out *= gamma
    out += beta
    return out


def eps_of_the_first_call(x, gamma, beta, eps=1e-6):
    """eps is kept from the first call.

    Each call has its own. Each call stands alone.
    """
    return _finish(x, *_moments(x), gamma, beta, _first.setdefault("eps", eps))


def width_of_the_first_call(x, gamma, beta, eps=1e-6):
    """The width is kept from the first call.

    A later call may have another. Each call stands alone.
    """
    width = _first.setdefault("width", x.shape[-1])
    mean = x.sum(axis=-1, keepdims=True) / width
    return _finish(x, mean, ((x - mean) ** 2).sum(axis=-1, keepdims=True) / width, gamma, beta, eps)


def not_scaled_after_a_hundred_calls(x, gamma, beta, eps=1e-6):
    """gamma and beta are left out after a hundred calls.

    The hundredth call is like the first. Each call stands alone.
    """
    _first["calls"] = _first.get("calls", 0) + 1
    mean, variance = _moments(x)
    normalised = (x - mean) / np.sqrt(variance + eps)
    return normalised if _first["calls"] > 100 else normalised * gamma + beta


# Two at once.


def sample_variance_and_eps_outside(x, gamma, beta, eps=1e-6):
    """Sample variance (d - 1), and eps added outside the root.

    Two things: the population variance is asked for, and eps belongs to the variance.
    Hint: 2
    """
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / (x.std(axis=-1, keepdims=True, ddof=1) + eps) + beta


def sample_variance_and_no_eps(x, gamma, beta, eps=1e-6):
    """Sample variance (d - 1), and no eps.

    Two things: the population variance is asked for, and eps has to be added to it.
    Hint: 2
    """
    mean = x.mean(axis=-1, keepdims=True)
    return gamma * (x - mean) / x.std(axis=-1, keepdims=True, ddof=1) + beta


def batch_statistics_and_eps_outside(x, gamma, beta, eps=1e-6):
    """Statistics over the batch, and eps added outside the root.

    Two things: each row is normalised over its own features, and eps belongs to the variance.
    Hint: 1
    """
    return gamma * (x - x.mean(axis=0)) / (x.std(axis=0) + eps) + beta


def batch_sample_variance(x, gamma, beta, eps=1e-6):
    """Statistics over the batch, with the sample variance.

    Two things: each row is normalised over its own features, and with the population variance.
    Hint: 1
    """
    return _finish(x, x.mean(axis=0), x.var(axis=0, ddof=1), gamma, beta, eps)


def whole_array_and_eps_outside(x, gamma, beta, eps=1e-6):
    """One mean and variance for the whole array, and eps added outside the root.

    Two things: each row has its own statistics, and eps belongs to the variance.
    Hint: 1
    """
    return gamma * (x - x.mean()) / (x.std() + eps) + beta


def plain_standard_score(x, gamma, beta, eps=1e-6):
    """A plain standard score: no eps, no gamma, no beta.

    The score is the middle step only.
    Hint: 2
    """
    return (x - x.mean(axis=-1, keepdims=True)) / x.std(axis=-1, keepdims=True)


def eps_outside_and_beta_forgotten(x, gamma, beta, eps=1e-6):
    """eps added outside the root, and beta not used.

    Two things: eps belongs to the variance, and the scaled row still has to be shifted.
    Hint: 2
    """
    return eps_outside_the_root(x, gamma, 0.0, eps)


def root_mean_square_and_eps_outside(x, gamma, beta, eps=1e-6):
    """RMS normalisation, and eps added outside the root.

    Two things: the mean is subtracted first, and eps belongs to the variance.
    Hint: 2
    """
    square = np.mean(np.square(x, dtype=np.float64), axis=-1, keepdims=True)
    return x / (np.sqrt(square) + eps) * gamma + beta


def float32_sample_variance(x, gamma, beta, eps=1e-6):
    """Sample variance (d - 1), computed in float32.

    Two things: the population variance is asked for, and float32 keeps about 7 digits.
    """
    x = x.astype(np.float32)
    mean = x.mean(axis=-1, keepdims=True)
    return _finish(x, mean, x.var(axis=-1, keepdims=True, ddof=1), gamma, beta, np.float32(eps)).astype(
        np.float64
    )
