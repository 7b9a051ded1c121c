"""Named wrong implementations. The docstring speaks to the learner: a title, then what is wrong and why.

Each is written as a learner would write it, so that it goes wrong on the same inputs.
"""

# ruff: noqa: ARG001 - a mistake may leave an argument unused

import numpy as np


def _scores(q, k):
    return q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1])


def _masked(scores, mask):
    return scores if mask is None else np.where(mask, scores, -np.inf)


def _softmax(scores, axis=-1):
    """Return weights, 0 in a slice of -inf."""
    largest = scores.max(axis=axis, keepdims=True)
    weights = np.exp(scores - np.where(np.isinf(largest), 0.0, largest))
    total = weights.sum(axis=axis, keepdims=True)
    return weights / np.where(total == 0.0, 1.0, total)


# The scores.


def not_scaled(q, k, v, mask=None):
    """The scores are not divided by the square root of d_k.

    Wide keys then give large scores, and one key takes nearly all the weight.
    Hint: 2
    """
    return _softmax(_masked(q @ np.swapaxes(k, -1, -2), mask)) @ v


def divided_by_the_width(q, k, v, mask=None):
    """The scores are divided by d_k, not by its square root.

    The size of a dot product grows like the root of the width.
    Hint: 2
    """
    return _softmax(_masked(q @ np.swapaxes(k, -1, -2) / q.shape[-1], mask)) @ v


def multiplied_by_the_root(q, k, v, mask=None):
    """The scores are multiplied by the square root of d_k.

    They are to be divided by it.
    Hint: 2
    """
    return _softmax(_masked(q @ np.swapaxes(k, -1, -2) * np.sqrt(q.shape[-1]), mask)) @ v


def root_of_the_width_of_the_values(q, k, v, mask=None):
    """The scores are divided by the square root of d_v.

    The width that counts is that of queries and keys, d_k.
    Hint: 2
    """
    return _softmax(_masked(q @ np.swapaxes(k, -1, -2) / np.sqrt(v.shape[-1]), mask)) @ v


def root_of_the_number_of_keys(q, k, v, mask=None):
    """The scores are divided by the square root of the number of keys.

    The width of the keys counts, d_k, not how many there are.
    Hint: 2
    """
    return _softmax(_masked(q @ np.swapaxes(k, -1, -2) / np.sqrt(k.shape[-2]), mask)) @ v


def scaled_after_the_softmax(q, k, v, mask=None):
    """The weights are divided by the square root of d_k, not the scores.

    Then the weights don't add up to 1.
    Hint: 2
    """
    return _softmax(_masked(q @ np.swapaxes(k, -1, -2), mask)) / np.sqrt(q.shape[-1]) @ v


def keys_reshaped(q, k, v, mask=None):
    """The keys are reshaped, not transposed.

    The shape is right, but rows of the keys are cut in pieces. Swap the last two axes.
    Hint: 1
    """
    flat = np.reshape(k, (*k.shape[:-2], k.shape[-1], k.shape[-2]))
    return _softmax(_masked(q @ flat / np.sqrt(q.shape[-1]), mask)) @ v


def all_axes_reversed(q, k, v, mask=None):
    """`k.T` reverses all axes, the leading ones too.

    Swap the last two only.
    Hint: 1
    """
    return _softmax(_masked(q @ k.T / np.sqrt(q.shape[-1]), mask)) @ v


def queries_and_keys_exchanged(q, k, v, mask=None):
    """Queries and keys are exchanged.

    Row i belongs to query i. With as many queries as keys nothing warns.
    """
    return _softmax(_masked(_scores(k, q), mask)) @ v


# The softmax.


def no_softmax(q, k, v, mask=None):
    """The scores themselves are the weights.

    Weights are positive and add up to 1: take the softmax of each row.
    Hint: 2
    """
    scores = _scores(q, k)
    return (scores if mask is None else np.where(mask, scores, 0.0)) @ v


def softmax_over_the_queries(q, k, v, mask=None):
    """The softmax goes over the queries.

    For each query the weights of all keys add up to 1: axis -1 of the scores.
    Hint: 2
    """
    return _softmax(_masked(_scores(q, k), mask), axis=-2) @ v


def softmax_over_all_scores(q, k, v, mask=None):
    """One softmax over all scores.

    For each query the weights add up to 1.
    Hint: 2
    """
    return _softmax(_masked(_scores(q, k), mask), axis=None) @ v


def softmax_over_the_first_axis(q, k, v, mask=None):
    """The softmax goes over axis 0.

    The keys are the last axis of the scores.
    Hint: 2
    """
    return _softmax(_masked(_scores(q, k), mask), axis=0) @ v


def no_maximum_taken_off(q, k, v, mask=None):
    """The largest score is not taken off before exp.

    exp(710) is inf, and inf/inf is nan. Subtract the largest score of each row; no weight changes.
    """
    weights = np.exp(_masked(_scores(q, k), mask))
    total = weights.sum(axis=-1, keepdims=True)
    if mask is not None:
        total = np.where(np.any(mask, axis=-1, keepdims=True), total, 1.0)
    return weights / total @ v


def maximum_of_all_scores(q, k, v, mask=None):
    """One maximum is taken off all scores.

    A row whose scores all lie far below it has exponentials of 0 only. Each row has its own maximum.
    """
    scores = _masked(_scores(q, k), mask)
    weights = np.exp(scores - scores.max())
    return weights / weights.sum(axis=-1, keepdims=True) @ v


def through_the_logarithm(q, k, v, mask=None):
    """The logarithm of the sum is subtracted from the scores, in place of a division.

    Right in exact arithmetic. But that logarithm is as large as the scores, and so is its rounding error.
    Divide by the sum.
    """
    scores = _masked(_scores(q, k), mask)
    largest = scores.max(axis=-1, keepdims=True)
    largest = np.where(np.isinf(largest), 0.0, largest)
    total = np.exp(scores - largest).sum(axis=-1, keepdims=True)
    return np.exp(scores - (largest + np.log(np.where(total == 0.0, 1.0, total)))) @ v


def small_number_added_to_the_sum(q, k, v, mask=None):
    """A small number is added to the sum of the exponentials.

    Then the weights no longer add up to 1. Only a row without any key has a sum of 0.
    Hint: 4
    """
    scores = _masked(_scores(q, k), mask)
    largest = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isinf(largest), 0.0, largest))
    return weights / (weights.sum(axis=-1, keepdims=True) + 1e-9) @ v


# The mask.


def mask_ignored(q, k, v, mask=None):
    """The mask is not used.

    Where it is False, the query may not look at the key.
    Hint: 3
    """
    return _softmax(_scores(q, k)) @ v


def mask_the_wrong_way_round(q, k, v, mask=None):
    """The mask is taken the wrong way round.

    True means that the query may look at the key.
    Hint: 3
    """
    return _softmax(_masked(_scores(q, k), None if mask is None else ~mask)) @ v


def mask_after_the_softmax(q, k, v, mask=None):
    """The mask is applied after the softmax.

    The weights that are left then don't add up to 1. Put -inf into the scores before the softmax.
    Hint: 3
    """
    weights = _softmax(_scores(q, k))
    return (weights if mask is None else weights * mask) @ v


def masked_scores_of_zero(q, k, v, mask=None):
    """Masked scores are set to 0.

    A score of 0 has a weight like any other; it may even be the largest. -inf has weight 0.
    Hint: 3
    """
    scores = _scores(q, k)
    return _softmax(scores if mask is None else scores * mask) @ v


def masked_scores_far_below_zero(q, k, v, mask=None):
    """Masked scores are set to a large negative number, not to -inf.

    That does while another key is left. A query that may look at no key gets the average of all values.
    Hint: 4
    """
    scores = _scores(q, k)
    return _softmax(scores if mask is None else np.where(mask, scores, -1e9)) @ v


def large_number_taken_off_masked_scores(q, k, v, mask=None):
    """A large number is taken off masked scores.

    That does while another key is left. A query that may look at no key then gets about what it would get
    without a mask.
    Hint: 4
    """
    scores = _scores(q, k)
    return _softmax(scores if mask is None else scores - 1e9 * ~mask) @ v


def masked_scores_lowered_by_ten(q, k, v, mask=None):
    """Masked scores are lowered by a small number.

    Then the keys that are ruled out still have some weight. -inf has weight 0.
    Hint: 3
    """
    scores = _scores(q, k)
    return _softmax(scores if mask is None else scores - 10.0 * ~mask) @ v


def mask_transposed(q, k, v, mask=None):
    """The mask is transposed.

    Its rows belong to queries, its columns to keys.
    Hint: 3
    """
    return _softmax(_masked(_scores(q, k), None if mask is None else mask.T)) @ v


def causal_always(q, k, v, mask=None):
    """Later keys are always ruled out.

    Only the mask says so, and only if there is one.
    Hint: 3
    """
    scores = _scores(q, k)
    return _softmax(np.where(np.tril(np.ones(scores.shape[-2:], dtype=bool)), scores, -np.inf)) @ v


def maximum_of_masked_scores_too(q, k, v, mask=None):
    """The largest score is sought among the masked ones too.

    If it lies far above those that are left, all exponentials are 0. Mask first, then take the maximum.
    Hint: 3
    """
    scores = _scores(q, k)
    weights = np.exp(_masked(scores - scores.max(axis=-1, keepdims=True), mask))
    total = weights.sum(axis=-1, keepdims=True)
    if mask is not None:
        total = np.where(np.any(mask, axis=-1, keepdims=True), total, 1.0)
    return weights / total @ v


def nan_without_a_key(q, k, v, mask=None):
    """A query that may look at no key gets nan.

    The largest of its scores is -inf, and -inf - (-inf) is nan. Its row is to be zeros.
    Hint: 4
    """
    scores = _masked(_scores(q, k), mask)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v


# The mixture.


def weights_returned(q, k, v, mask=None):
    """The weights are returned, not the mixture of the values.

    Multiply them by the values.
    """
    return _softmax(_masked(_scores(q, k), mask))


def keys_mixed(q, k, v, mask=None):
    """The keys are mixed in place of the values.

    The weights come from queries and keys; what they weigh are the values.
    """
    return _softmax(_masked(_scores(q, k), mask)) @ k


def weights_transposed(q, k, v, mask=None):
    """The weights are transposed before the values are mixed.

    Row i of the weights belongs to query i.
    """
    return np.swapaxes(_softmax(_masked(_scores(q, k), mask)), -1, -2) @ v


def best_value_only(q, k, v, mask=None):
    """Only the value of the best key is returned.

    Attention mixes all values, by their weights.
    """
    best = _masked(_scores(q, k), mask).argmax(axis=-1)
    return np.take_along_axis(v, best[..., np.newaxis], axis=-2)


def first_batch_for_all(q, k, v, mask=None):
    """The keys and values of the first batch serve all.

    Each index of the leading dimensions has its own.
    """
    while k.ndim > 2:
        k, v = k[0], v[0]
    return _softmax(_masked(_scores(q, k), mask)) @ v


# Precision, and what is kept from call to call.


def float32_throughout(q, k, v, mask=None):
    """Computed in float32.

    Converting to float64 at the end does not bring back digits lost on the way: float32 keeps about 7.
    """
    q, k, v = (array.astype(np.float32) for array in (q, k, v))
    scores = (q @ np.swapaxes(k, -1, -2)) / np.float32(np.sqrt(q.shape[-1]))
    return (_softmax(_masked(scores, mask)).astype(np.float32) @ v).astype(np.float64)


def rounded_weights(q, k, v, mask=None):
    """The weights are rounded.

    Round nothing; it is for printing.
    """
    return np.round(_softmax(_masked(_scores(q, k), mask)), 4) @ v


_buffers, _by_keys = {}, {}


def one_buffer_for_all_calls(q, k, v, mask=None):
    """The same array is returned for every call of a shape.

    The next call then changes the earlier result. Each call returns a new array.
    """
    result = _softmax(_masked(_scores(q, k), mask)) @ v
    out = _buffers.setdefault(result.shape, np.empty(result.shape))
    out[...] = result
    return out


def weights_remembered(q, k, v, mask=None):
    """The weights are remembered by queries and keys, without the mask.

    The same queries and keys with another mask have other weights. Each call stands alone.
    """
    key = q.shape, k.shape, q.tobytes(), k.tobytes()
    if key not in _by_keys:
        _by_keys[key] = _softmax(_masked(_scores(q, k), mask))
    return _by_keys[key] @ v
