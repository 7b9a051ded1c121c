"""Named wrong implementations. The docstring speaks to the learner: a title, then what is wrong and why.

Each is written as a learner would write it, so that it goes wrong on the same inputs.
"""

import numpy as np


def _right(x, k):
    return np.argsort(x, axis=-1)[..., ::-1][..., :k]


def _each_row(x, k, indices_of):
    rows = [indices_of(row, k) for row in x.reshape(-1, x.shape[-1]).tolist()]
    return np.array(rows, dtype=np.int64).reshape(*x.shape[:-1], k)


# Which entries, in which order.


def smallest_first(x, k):
    """The right indices, but the smallest of the entries first.

    The largest comes first: turn the order around.
    Hint: 1
    """
    return _right(x, k)[..., ::-1].copy()


def smallest_entries(x, k):
    """The indices of the k smallest entries.

    argsort goes from small to large: the largest are at the end.
    Hint: 1
    """
    return np.argsort(x, axis=-1)[..., :k]


def largest_in_any_order(x, k):
    """The k largest entries are not sorted.

    argpartition brings them to one end, in any order. Sort them by their values.
    Hint: 2
    """
    return np.argpartition(x, -k, axis=-1)[..., -k:]


def indices_in_order_of_place(x, k):
    """The indices are sorted themselves.

    Their order is that of the entries they stand for, largest first.
    Hint: 2
    """
    return np.sort(_right(x, k), axis=-1)


def largest_in_size(x, k):
    """Entries are compared by their size, without their sign.

    -5 is smaller than 1.
    """
    return _right(np.abs(x), k)


def ranks(x, k):
    """The ranks of entries are returned, not their indices.

    The rank says which place an entry takes; asked for is which entry takes each place.
    """
    return np.argsort(_right(x, x.shape[-1]), axis=-1)[..., :k]


def values_returned(x, k):
    """The entries are returned, not their indices.

    Asked for is where they stand.
    """
    return np.sort(x, axis=-1)[..., ::-1][..., :k].copy()


def one_too_few(x, k):
    """The largest entry is left out.

    A slice that ends at -1 stops before the last.
    Hint: 1
    """
    return np.argsort(x, axis=-1)[..., -k - 1 : -1][..., ::-1].copy()


# Axis and shape.


def over_the_whole_array(x, k):
    """The array is flattened.

    Each row along the last axis has its own k largest.
    """
    return _right(x.reshape(-1), k)


def along_the_first_axis(x, k):
    """Sorted along the first axis.

    Rows go along the last axis.
    """
    return np.moveaxis(np.argsort(x, axis=0)[::-1][:k], 0, -1)


def first_row_for_all(x, k):
    """The indices of the first row are given for all.

    Each row has its own.
    """
    first = _right(x.reshape(-1, x.shape[-1])[0], k)
    return np.broadcast_to(first, (*x.shape[:-1], k)).copy()


def squeezed(x, k):
    """Axes of length 1 get lost.

    The shape is (..., k), also for k = 1 and for a batch of one.
    """
    return np.squeeze(_right(x, k))


def mask_returned(x, k):
    """A mask of the k largest is returned.

    Asked for are their indices.
    """
    mask = np.zeros(x.shape, dtype=bool)
    np.put_along_axis(mask, _right(x, k), True, axis=-1)
    return mask


def counted_from_one(x, k):
    """The indices count from 1.

    The first entry has index 0.
    """
    return _right(x, k) + 1


def counted_from_the_end(x, k):
    """The indices count from the end.

    They are negative then. Indices count from 0 here.
    """
    return _right(x, k) - x.shape[-1]


def indices_as_floats(x, k):
    """The indices are floats.

    An array made with np.zeros or np.empty holds floats unless its dtype is given.
    """
    out = np.zeros((*x.shape[:-1], k))
    out[...] = _right(x, k)
    return out


# Ties.


def looked_up_by_value(x, k):
    """Indices are looked up by value.

    Of equal entries the first is found each time, so one index stands there twice.
    """
    return _each_row(x, k, lambda row, k: [row.index(value) for value in sorted(row, reverse=True)[:k]])


def equal_entries_removed(x, k):
    """With the largest entry all that are equal to it are removed.

    Only one is taken at a time. Once everything is removed, the first index comes again and again.
    """

    def indices_of(row, k):
        row = list(row)
        out = []
        for _ in range(k):
            best = max(row)
            out.append(row.index(best))
            row = [float("-inf") if value == best else value for value in row]
        return out

    return _each_row(x, k, indices_of)


def different_values_only(x, k):
    """Equal entries count as one.

    Each of them is an entry of its own. Where there are too few different ones, indices are missing.
    """

    def indices_of(row, k):
        return [row.index(value) for value in sorted(set(row), reverse=True)[:k]]

    return _each_row(x, k, indices_of)


def all_from_a_threshold(x, k):
    """All entries from the k-th largest up are taken.

    Where entries are equal to it, these are more than k.
    """

    def indices_of(row, k):
        threshold = sorted(row, reverse=True)[k - 1]
        chosen = [i for i, value in enumerate(row) if value >= threshold]
        return sorted(chosen, key=lambda i: -row[i])

    return _each_row(x, k, indices_of)


def taken_marked_by_minus_infinity(x, k):
    """What is taken is marked by minus infinity.

    An entry may be minus infinity itself; then an index that is taken already comes again.
    """
    left = x.astype(np.float64)
    out = np.empty((*x.shape[:-1], k), dtype=np.int64)
    for place in range(k):
        best = np.argmax(left, axis=-1)
        out[..., place] = best
        np.put_along_axis(left, best[..., np.newaxis], -np.inf, axis=-1)
    return out


def taken_marked_by_zero(x, k):
    """What is taken is marked by 0.

    Negative entries are smaller than that, and it is taken again.
    """
    left = x.copy()
    out = np.empty((*x.shape[:-1], k), dtype=np.int64)
    for place in range(k):
        best = np.argmax(left, axis=-1)
        out[..., place] = best
        np.put_along_axis(left, best[..., np.newaxis], 0, axis=-1)
    return out


# How entries are compared.


def negated_to_sort_downwards(x, k):
    """x is negated to sort downwards.

    In unsigned integers the opposite of 1 is a large number, and the least signed one has no opposite.
    Hint: 3
    """
    return np.argsort(-x, axis=-1)[..., :k]


def compared_in_float64(x, k):
    """Integers are converted to float64.

    Beyond 2**53 different integers become equal there.
    """
    return _right(x.astype(np.float64), k)


def compared_in_float32(x, k):
    """Entries are converted to float32.

    Entries that differ a little become equal there.
    """
    return _right(x.astype(np.float32), k)


def rounded_before_comparison(x, k):
    """Entries are rounded before they are compared.

    They are compared exactly.
    """
    return _right(np.round(x, 6), k)


def infinities_replaced(x, k):
    """Infinities are replaced by zero.

    Plus infinity is the largest entry, minus infinity the smallest.
    """
    return _right(np.where(np.isinf(x), np.zeros((), x.dtype), x), k)


# What is returned, and what is kept from call to call.


def list_returned(x, k):
    """Lists are returned.

    np.array(...) makes an array of them.
    """
    return _right(x, k).tolist()


def values_and_indices(x, k):
    """The entries are returned beside the indices.

    Other libraries do that. Here the indices alone are asked for.
    """
    indices = _right(x, k)
    return np.take_along_axis(x, indices, axis=-1), indices


_buffers, _by_identity = {}, {}


def one_buffer_for_all_calls(x, k):
    """The same array is returned for every call of a shape.

    The next call then changes the earlier result. Each call returns a new array.
    """
    shape = (*x.shape[:-1], k)
    out = _buffers.setdefault(shape, np.empty(shape, dtype=np.int64))
    out[...] = _right(x, k)
    return out


def remembered_by_identity(x, k):
    """Orders are remembered by id(x).

    The same array may hold other numbers by the next call.
    """
    key = id(x), x.shape
    if key not in _by_identity:
        _by_identity[key] = x, _right(x, x.shape[-1])
    return _by_identity[key][1][..., :k].copy()
