"""Whether indices lead to the k largest entries, in order, none of them twice."""

import numpy as np


def compare(got, want, args):
    if not isinstance(got, np.ndarray):
        missing = ": is a `return` missing?" if got is None else ", want an array of integers"
        return f"returned {_named(got)}{missing}"
    if got.dtype.kind not in "iu":
        return f"returned an array of {got.dtype.name}, want an array of integers: the indices"
    if got.shape != want.shape:
        return f"the result has shape {got.shape}, want {want.shape}: k indices for each row"
    x = args["x"]
    length = x.shape[-1]
    outside = (got < 0) | (got >= length)
    if outside.any():
        return f"{_first(outside)} is not an index from 0 to {length - 1}"
    indices = got.astype(np.intp)
    order = np.sort(indices, axis=-1)
    twice = (order[..., 1:] == order[..., :-1]).any(axis=-1)
    if twice.any():
        return f"an index stands twice in {_first(twice)}"
    found = np.take_along_axis(x, indices, axis=-1)
    best = np.take_along_axis(x, want, axis=-1)
    if np.array_equal(found, best):
        return None
    missing = (np.sort(found, axis=-1) != np.sort(best, axis=-1)).any(axis=-1)
    if missing.any():
        return f"other entries than the k largest in {_first(missing)}"
    return f"the k largest entries, but not the largest first, in {_first((found != best).any(axis=-1))}"


def _named(value):
    if value is None:
        return "None"
    name = type(value).__name__
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _first(marks):
    """Return where the first mark is: the row or element, or the only row that there is."""
    if not marks.ndim:
        return "the result"
    where = ", ".join(str(int(i)) for i in np.argwhere(marks)[0])
    return f"result[{where}]"
