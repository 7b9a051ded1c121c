"""The statistics are taken over other numbers than those of each row."""

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


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
