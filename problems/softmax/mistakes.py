"""Named wrong implementations. The docstring speaks to the learner: a title, then what is wrong and why.

Each is written as a learner would write it, so that it goes wrong on the same inputs.
"""

# ruff: noqa: ARG001 - a mistake may leave an argument unused

import numpy as np


def _share(exponentials, axis):
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def _shifted(x, axis):
    x = x.astype(np.float64)
    return x - x.max(axis=axis, keepdims=True)


# The size of the scores.


def no_maximum_taken_off(x, axis=-1):
    """The maximum is not taken off before exp.

    exp(710) is inf, and inf/inf is nan; when all scores are below -745, all exponentials are 0. Take the
    largest score of each slice off first: the weights stay what they were.
    Hint: 2
    """
    return _share(np.exp(x.astype(np.float64)), axis)


def maximum_of_the_whole_array(x, axis=-1):
    """One maximum is taken off the whole array.

    A slice whose scores all lie far below that maximum has exponentials of 0 only, and 0/0 is nan. Each
    slice has its own maximum.
    Hint: 2
    """
    x = x.astype(np.float64)
    return _share(np.exp(x - x.max()), axis)


def largest_absolute_value_taken_off(x, axis=-1):
    """The largest absolute value is taken off, not the maximum.

    It may belong to a negative score; all exponentials may then be 0.
    Hint: 2
    """
    x = x.astype(np.float64)
    return _share(np.exp(x - np.abs(x).max(axis=axis, keepdims=True)), axis)


def mean_taken_off(x, axis=-1):
    """The mean is taken off, not the maximum.

    A score far above the mean still overflows, and with a score of minus infinity there is no mean.
    Hint: 2
    """
    x = x.astype(np.float64)
    return _share(np.exp(x - x.mean(axis=axis, keepdims=True)), axis)


def minimum_taken_off(x, axis=-1):
    """The minimum is taken off, not the maximum.

    That makes all exponents positive, the largest of them as large as can be.
    Hint: 2
    """
    x = x.astype(np.float64)
    return _share(np.exp(x - x.min(axis=axis, keepdims=True)), axis)


def scores_clipped(x, axis=-1):
    """Scores are clipped before exp.

    Two scores beyond the bound become equal, and so do their weights. Take the maximum off instead.
    Hint: 2
    """
    return _share(np.exp(np.clip(x.astype(np.float64), -500.0, 500.0)), axis)


def nan_to_zero(x, axis=-1):
    """nan and inf are replaced after the division.

    That hides an overflow, and the weights are wrong all the same. Take the maximum off before exp.
    Hint: 2
    """
    return np.nan_to_num(_share(np.exp(x.astype(np.float64)), axis))


def small_number_added_to_the_sum(x, axis=-1):
    """A small number is added to the sum.

    The sum is at least 1 once the maximum is off, so nothing can be divided by zero; and with it the
    weights no longer add up to 1.
    """
    exponentials = np.exp(_shifted(x, axis))
    return exponentials / (exponentials.sum(axis=axis, keepdims=True) + 1e-8)


def through_the_logarithm(x, axis=-1):
    """The logarithm of the sum is subtracted from the scores, in place of a division.

    Right in exact arithmetic. But that logarithm is as large as the scores, and so is its rounding error:
    with scores of a million, 6 of 16 digits are gone. Divide by the sum.
    """
    x = x.astype(np.float64)
    top = x.max(axis=axis, keepdims=True)
    return np.exp(x - (top + np.log(np.exp(x - top).sum(axis=axis, keepdims=True))))


# The axis.


def last_axis_always(x, axis=-1):
    """The last axis is taken, whatever `axis` says.

    The weights must add up to 1 along `axis`.
    Hint: 1
    """
    return _share(np.exp(_shifted(x, -1)), -1)


def first_axis_always(x, axis=-1):
    """Axis 0 is taken, whatever `axis` says.

    For a matrix these are the columns. The weights must add up to 1 along `axis`.
    Hint: 1
    """
    return _share(np.exp(_shifted(x, 0)), 0)


def axis_zero_by_default(x, axis=0):
    """The default axis is 0.

    Without `axis` the weights add up to 1 along the last axis.
    Hint: 1
    """
    return _share(np.exp(_shifted(x, axis)), axis)


def one_sum_for_the_whole_array(x, axis=-1):
    """One sum for the whole array.

    Each slice along `axis` has weights that add up to 1.
    Hint: 1
    """
    exponentials = np.exp(_shifted(x, None))
    return exponentials / exponentials.sum()


def axis_from_the_back_as_from_the_front(x, axis=-1):
    """The sign of `axis` is dropped.

    Axis -1 is the last axis, not axis 1.
    Hint: 1
    """
    axis = min(abs(axis), x.ndim - 1)
    return _share(np.exp(_shifted(x, axis)), axis)


def sum_without_its_axis(x, axis=-1):
    """The summed axis is lost, so the sums don't line up with the slices.

    Keep it with keepdims=True. For a square array nothing warns.
    Hint: 1
    """
    exponentials = np.exp(_shifted(x, axis))
    return exponentials / exponentials.sum(axis=axis)


def maximum_and_sum_without_their_axis(x, axis=-1):
    """The reduced axis is lost, so maxima and sums don't line up with the slices.

    Keep it with keepdims=True. For a square array nothing warns.
    Hint: 1
    """
    exponentials = np.exp(x - x.max(axis=axis))
    return exponentials / exponentials.sum(axis=axis)


# Another function.


def scores_divided_by_their_sum(x, axis=-1):
    """The scores themselves are divided by their sum.

    Softmax takes exponentials first; that is what makes every weight positive.
    """
    x = x.astype(np.float64)
    return x / x.sum(axis=axis, keepdims=True)


def divided_by_the_largest(x, axis=-1):
    """Exponentials divided by the largest of them, not by their sum.

    The largest weight is then 1, and the weights don't add up to 1.
    """
    return np.exp(_shifted(x, axis))


def divided_by_the_length(x, axis=-1):
    """Exponentials divided by their Euclidean length.

    Then the squares of the weights add up to 1. Divide by the sum.
    """
    exponentials = np.exp(_shifted(x, axis))
    return exponentials / np.sqrt((exponentials**2).sum(axis=axis, keepdims=True))


def powers_of_two(x, axis=-1):
    """Powers of 2 in place of powers of e.

    exp2 is another function than exp: the weights come out too even.
    """
    return _share(np.exp2(_shifted(x, axis)), axis)


def logarithms_of_the_weights(x, axis=-1):
    """The logarithms of the weights are returned.

    That is log-softmax. The weights themselves are asked for.
    """
    shifted = _shifted(x, axis)
    return shifted - np.log(np.exp(shifted).sum(axis=axis, keepdims=True))


def smallest_score_wins(x, axis=-1):
    """The sign of the scores is turned around.

    The largest score has the largest weight.
    """
    return _share(np.exp(_shifted(-x.astype(np.float64), axis)), axis)


def sigmoid_of_each_score(x, axis=-1):
    """A sigmoid of each score by itself.

    The weights of a slice depend on each other: they add up to 1.
    """
    return 1.0 / (1.0 + np.exp(-x.astype(np.float64)))


def sharpest_score_only(x, axis=-1):
    """The largest score gets everything.

    That is argmax, or hardmax. Softmax gives the others their shares too.
    """
    x = x.astype(np.float64)
    return _share((x == x.max(axis=axis, keepdims=True)).astype(np.float64), axis)


def softmax_twice(x, axis=-1):
    """Softmax of the softmax.

    Once is enough: the second makes the weights nearly equal.
    """
    once = _share(np.exp(_shifted(x, axis)), axis)
    return _share(np.exp(once), axis)


def divided_by_the_root_of_the_length(x, axis=-1):
    """The scores are divided by the square root of their number first.

    That scaling belongs to attention, with the width of the keys. Softmax has none.
    """
    return _share(np.exp(_shifted(x, axis) / np.sqrt(x.shape[axis])), axis)


def masked_scores_as_zero(x, axis=-1):
    """Scores of minus infinity are replaced by 0.

    A score of 0 has a weight like any other. exp(-inf) is 0 already: nothing needs replacing.
    """
    x = x.astype(np.float64)
    x[np.isinf(x)] = 0.0
    return _share(np.exp(_shifted(x, axis)), axis)


def masked_scores_as_minus_ten_thousand(x, axis=-1):
    """Scores of minus infinity are replaced by -10,000.

    Other scores may be smaller than that. exp(-inf) is 0 already: nothing needs replacing.
    """
    return _share(np.exp(_shifted(np.maximum(x.astype(np.float64), -1e4), axis)), axis)


# Precision and dtype.


def float32_throughout(x, axis=-1):
    """Computed in float32.

    Converting to float64 at the end does not bring back digits lost on the way: float32 keeps about 7.
    """
    x = x.astype(np.float32)
    return _share(np.exp(x - x.max(axis=axis, keepdims=True)), axis).astype(np.float64)


def float32_returned(x, axis=-1):
    """The result is float32.

    float64 is asked for, from the first step to the last.
    """
    return _share(np.exp(_shifted(x, axis)), axis).astype(np.float32)


def rounded_to_six_decimals(x, axis=-1):
    """The weights are rounded to 6 decimals.

    Return them as they are; rounding is for printing.
    """
    return np.round(_share(np.exp(_shifted(x, axis)), axis), 6)


def differences_in_the_dtype_of_x(x, axis=-1):
    """Differences are taken in the dtype of x.

    The distance to the maximum is negative, and may not fit into the integers of x: it wraps around in
    silence. Convert to float64 first.
    Hint: 3
    """
    exponentials = np.exp((x - x.max(axis=axis, keepdims=True)).astype(np.float64))
    return _share(exponentials, axis)


def result_in_the_dtype_of_x(x, axis=-1):
    """The result has the dtype of x.

    For integers every weight but 1 becomes 0. The result is float64 whatever x holds.
    """
    return _share(np.exp(_shifted(x, axis)), axis).astype(x.dtype)


# Something is kept from call to call.

_buffers, _by_identity = {}, {}


def one_buffer_for_all_calls(x, axis=-1):
    """The same array is returned for every call of a shape.

    The next call then changes the earlier result. Each call returns a new array.
    """
    out = _buffers.setdefault(x.shape, np.empty(x.shape))
    out[...] = _share(np.exp(_shifted(x, axis)), axis)
    return out


def remembered_by_identity(x, axis=-1):
    """Answers are remembered by id(x).

    The same array may hold other numbers by the next call.
    """
    key = id(x), x.shape, axis
    if key not in _by_identity:
        _by_identity[key] = x, _share(np.exp(_shifted(x, axis)), axis)
    return _by_identity[key][1].copy()
