"""Named wrong implementations. The docstring speaks to the learner: a title, then what is wrong and why.

Each is written as a learner would write it, so that it goes wrong on the same inputs.
"""

# ruff: noqa: ARG001 - a mistake may leave an argument unused

import numpy as np


def _positions(length, start):
    return np.arange(start, start + length, dtype=np.float64)[:, np.newaxis]


def _paired(angles, d_model):
    """Return sines and cosines in alternate columns of one angle for each column."""
    even = np.arange(d_model) % 2 == 0
    return np.where(even, np.sin(angles), np.cos(angles))


def _pair(d_model):
    """Return the number of its pair for each column."""
    return np.arange(d_model) // 2


# The frequencies.


def exponent_of_each_column(length, d_model, start=0):
    """Each column has its own number in the exponent.

    Columns 2i and 2i + 1 share the exponent 2i/d: sine and cosine of one pair have one frequency.
    Hint: 2
    """
    return _paired(_positions(length, start) / 10000.0 ** (np.arange(d_model) / d_model), d_model)


def exponent_without_the_two(length, d_model, start=0):
    """The exponent is i/d, not 2i/d.

    i counts the pairs, and there are only d/2 of them.
    Hint: 2
    """
    return _paired(_positions(length, start) / 10000.0 ** (_pair(d_model) / d_model), d_model)


def exponent_doubled(length, d_model, start=0):
    """The exponent is 2j/d with j the column's number.

    2i is the number of the even column itself, not twice that.
    Hint: 2
    """
    return _paired(_positions(length, start) / 10000.0 ** (2 * np.arange(d_model) / d_model), d_model)


def exponent_in_whole_numbers(length, d_model, start=0):
    """The exponent is divided in whole numbers.

    2i // d is 0 for every column. Divide with /.
    """
    return _paired(_positions(length, start) / 10000.0 ** (2 * _pair(d_model) // d_model), d_model)


def last_frequency_is_the_base(length, d_model, start=0):
    """The frequencies are spread so that the last is 1/10,000 exactly.

    Some programs do that. Here the exponent is 2i/d, which ends just before 1.
    Hint: 2
    """
    return _paired(
        _positions(length, start) / 10000.0 ** (_pair(d_model) / max(d_model // 2 - 1, 1)), d_model
    )


def base_of_a_thousand(length, d_model, start=0):
    """The base is 1,000.

    It is 10,000.
    """
    return _paired(_positions(length, start) / 1000.0 ** (2 * _pair(d_model) / d_model), d_model)


def natural_base(length, d_model, start=0):
    """The logarithm of 10,000 was forgotten in the exponential.

    10000 ** -x is exp(-x * log(10000)), not exp(-x).
    """
    return _paired(_positions(length, start) * np.exp(-2 * _pair(d_model) / d_model), d_model)


def multiplied_by_the_power(length, d_model, start=0):
    """The positions are multiplied by the power of 10,000.

    They are divided by it: later columns are slower.
    """
    return _paired(_positions(length, start) * 10000.0 ** (2 * _pair(d_model) / d_model), d_model)


def full_turns(length, d_model, start=0):
    """The angles are multiplied by 2 pi.

    The frequency 1 means one radian a position, not one turn.
    """
    return _paired(2 * np.pi * _positions(length, start) / 10000.0 ** (2 * _pair(d_model) / d_model), d_model)


def angles_in_degrees(length, d_model, start=0):
    """The angles are taken for degrees.

    np.sin takes radians, and so does the formula.
    """
    angles = _positions(length, start) / 10000.0 ** (2 * _pair(d_model) / d_model)
    return _paired(np.deg2rad(angles), d_model)


def frequency_of_the_next_even_width(length, d_model, start=0):
    """An odd width is rounded up in the exponent.

    The exponents stay 2i/d with the odd d.
    Hint: 3
    """
    width = d_model + d_model % 2
    return _paired(_positions(length, start) / 10000.0 ** (2 * _pair(d_model) / width), d_model)


# The columns.


def _angles(length, d_model, start):
    return _positions(length, start) / 10000.0 ** (2 * _pair(d_model) / d_model)


def sines_first_then_cosines(length, d_model, start=0):
    """All sines stand first, then all cosines.

    They alternate: sine, cosine, sine, cosine.
    Hint: 3
    """
    angles = _angles(length, d_model, start)
    return np.concatenate([np.sin(angles[:, 0::2]), np.cos(angles[:, 1::2])], axis=1)


def sine_and_cosine_exchanged(length, d_model, start=0):
    """Sine and cosine are exchanged.

    Even columns hold sines: position 0 is 0, 1, 0, 1.
    Hint: 3
    """
    angles = _angles(length, d_model, start)
    return np.where(np.arange(d_model) % 2 == 0, np.cos(angles), np.sin(angles))


def sines_only(length, d_model, start=0):
    """Every column is a sine.

    Odd columns hold cosines.
    Hint: 3
    """
    return np.sin(_angles(length, d_model, start))


def alternating_by_position(length, d_model, start=0):
    """Sine and cosine alternate from row to row.

    They alternate from column to column.
    Hint: 3
    """
    angles = _angles(length, d_model, start)
    return np.where(_positions(length, start) % 2 == 0, np.sin(angles), np.cos(angles))


def table_transposed(length, d_model, start=0):
    """Positions and columns are exchanged.

    The result has shape (length, d_model): a row for each position.
    Hint: 1
    """
    return _paired(_angles(length, d_model, start), d_model).T


def axis_for_the_batch(length, d_model, start=0):
    """There is one axis more, for the batch.

    The result has shape (length, d_model).
    """
    return _paired(_angles(length, d_model, start), d_model)[np.newaxis]


def odd_width_raises(length, d_model, start=0):
    """An odd width does not fit.

    There is one cosine less than there are sines: cut the angles to the columns that are there.
    Hint: 3
    """
    angles = _angles(length, d_model, start)[:, 0::2]
    out = np.empty((length, d_model))
    out[:, 0::2] = np.sin(angles)
    out[:, 1::2] = np.cos(angles)
    return out


def odd_width_loses_its_last_column(length, d_model, start=0):
    """The last column of an odd width stays 0.

    It is a sine.
    Hint: 3
    """
    out = _paired(_angles(length, d_model, start), d_model)
    if d_model % 2:
        out[:, -1] = 0.0
    return out


def odd_width_rounded_up(length, d_model, start=0):
    """An odd width gets one column more.

    The result has d_model columns.
    Hint: 3
    """
    width = d_model + d_model % 2
    angles = _positions(length, start) / 10000.0 ** (2 * _pair(width) / d_model)
    return _paired(angles, width)


# The positions.


def start_ignored(length, d_model, start=0):
    """`start` is not used.

    Row 0 belongs to position `start`.
    """
    return _paired(_angles(length, d_model, 0), d_model)


def positions_from_one(length, d_model, start=0):
    """The first position is 1.

    Without `start` it is 0.
    """
    return _paired(_angles(length, d_model, start + 1), d_model)


def length_as_the_end(length, d_model, start=0):
    """`length` is taken for the position after the last.

    It is the number of rows, wherever they begin.
    """
    return _paired(_angles(max(length - start, 0), d_model, start), d_model)


def start_counted_in_lengths(length, d_model, start=0):
    """`start` is multiplied by `length`.

    It is a position, not the number of a block.
    """
    return _paired(_angles(length, d_model, start * length), d_model)


def positions_as_fractions(length, d_model, start=0):
    """Positions are divided by the length.

    The angle is the position itself in the first pair.
    """
    return _paired(_angles(length, d_model, start) / length, d_model)


def table_of_five_hundred_rows(length, d_model, start=0):
    """The encoding is cut from a table of 512 rows.

    There may be more positions than that.
    """
    return _paired(_angles(512, d_model, 0), d_model)[start : start + length]


# Precision, and what is kept from call to call.


def float32_throughout(length, d_model, start=0):
    """Computed in float32.

    Converting to float64 at the end does not bring back digits lost on the way: float32 keeps about 7.
    """
    positions = np.arange(start, start + length, dtype=np.float32)[:, np.newaxis]
    powers = np.float32(10000.0) ** (2 * _pair(d_model) / d_model).astype(np.float32)
    return _paired(positions / powers, d_model).astype(np.float64)


def float32_returned(length, d_model, start=0):
    """The result is float32.

    float64 is asked for, from the first step to the last.
    """
    return _paired(_angles(length, d_model, start), d_model).astype(np.float32)


def rounded_to_four_decimals(length, d_model, start=0):
    """The table is rounded to 4 decimals.

    Return it as it is; rounding is for printing.
    """
    return np.round(_paired(_angles(length, d_model, start), d_model), 4)


_tables, _by_shape, _buffers = {}, {}, {}


def remembered_table_returned(length, d_model, start=0):
    """A remembered table is returned itself, not a copy of it.

    Whoever writes into the result changes the memory, and the next answer.
    """
    key = length, d_model, start
    if key not in _tables:
        _tables[key] = _paired(_angles(length, d_model, start), d_model)
    return _tables[key]


def remembered_without_start(length, d_model, start=0):
    """Tables are remembered by their shape, without `start`.

    The same shape from another position on is another table.
    """
    key = length, d_model
    if key not in _by_shape:
        _by_shape[key] = _paired(_angles(length, d_model, start), d_model)
    return _by_shape[key].copy()


def one_buffer_for_all_calls(length, d_model, start=0):
    """The same array is returned for every call of a shape.

    The next call then changes the earlier result. Each call returns a new array.
    """
    out = _buffers.setdefault((length, d_model), np.empty((length, d_model)))
    out[...] = _paired(_angles(length, d_model, start), d_model)
    return out
