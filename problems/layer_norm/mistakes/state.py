"""Something is kept from call to call."""

import numpy as np


def _moments(x, axis=-1):
    return x.mean(axis=axis, keepdims=True), x.var(axis=axis, keepdims=True)


def _finish(x, mean, variance, gamma, beta, eps):
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


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
