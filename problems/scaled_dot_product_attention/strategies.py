"""Generated cases: one function a group, each returning a Hypothesis strategy of cases.

A case is a dict of arguments, or a `Seq` of them: several calls in one process. A missing `mask` means the
default.

Sizes are dealt from lists, as random ones hardly ever bring equal lengths or lengths of 1. What is drawn
element by element holds quarters, so that a failing case shrinks to a few small numbers.
"""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.authoring_api import Seq, backwards, fortran, strided

_LAYOUTS = (lambda array: array, fortran, strided, backwards)
# Leading dimensions, queries, keys, width of the keys, width of the values.
_PLAIN = [
    ((), 1, 2, 1, 1),
    ((), 2, 2, 2, 2),
    ((), 2, 3, 4, 1),
    ((), 3, 2, 1, 3),
    ((), 3, 3, 3, 3),
    ((), 4, 5, 2, 3),
    ((), 2, 3, 9, 2),
]
_BATCHED = [
    ((2,), 2, 3, 2, 3),
    ((2,), 2, 2, 2, 2),
    ((3,), 3, 3, 3, 3),
    ((1,), 3, 4, 2, 2),
    ((2, 2), 3, 2, 4, 1),
    ((2, 3), 1, 4, 3, 2),
    ((2, 1), 2, 5, 3, 4),
]
_REPEATED = st.sampled_from([((), 2, 3, 2, 2), ((2,), 2, 2, 3, 2)])


def basic():
    """One set of queries, keys and values, without a mask."""
    return _dealt(
        _quarters(_PLAIN, 2),
        _quarters(_PLAIN, 2),
        st.builds(
            _normal, st.sampled_from([((), 7, 33, 16, 5), ((), 17, 9, 64, 8), ((), 5, 65, 3, 2)]), _stream()
        ),
    )


def batch():
    """Leading dimensions, lengths of 1, layouts, several calls."""
    return _dealt(
        _quarters(_BATCHED, 2),
        st.builds(_laid_out, st.sampled_from(_BATCHED), _stream()),
        st.builds(_one_after_another, _REPEATED, st.just(False), _stream()),
    )


def mask():
    """Masks of all kinds that leave each query at least one key."""
    return _dealt(
        st.builds(_masked, st.sampled_from(_PLAIN), st.just("full"), _stream()),
        st.builds(
            _masked, st.sampled_from([((), 3, 3, 2, 2), ((2,), 4, 4, 3, 2)]), st.just("causal"), _stream()
        ),
        st.builds(
            _masked, st.sampled_from(_BATCHED), st.sampled_from(["full", "keys", "padding"]), _stream()
        ),
        st.builds(
            _masked, st.sampled_from(_BATCHED + _PLAIN), st.sampled_from(["shared", "keys"]), _stream()
        ),
    )


def stability():
    """Scores whose exponentials fit into no float64."""
    return _dealt(
        _quarters([((), 1, 2, 1, 1), ((), 2, 3, 2, 1), ((), 2, 2, 4, 2)], 100),
        st.builds(_large, st.sampled_from([((), 3, 4, 16, 2), ((2,), 3, 3, 9, 3)]), _stream()),
    )


def nothing_allowed():
    """Masks that leave some queries no key at all."""
    return st.builds(
        _some_without_keys,
        st.sampled_from(
            [((), 2, 2, 2, 2), ((), 3, 2, 1, 3), ((), 4, 3, 3, 2), ((2,), 2, 3, 2, 2), ((), 1, 3, 2, 1)]
        ),
        _stream(),
    )


def _dealt(*kinds):
    """Return a choice among kinds, each as likely as the others, the first the simplest."""
    return st.integers(0, 2**31 - 1).flatmap(lambda card: kinds[card % len(kinds)])


def _stream():
    return st.binary(min_size=4, max_size=4).map(lambda b: np.random.RandomState(int.from_bytes(b, "little")))


def _shapes(size):
    lead, n, m, d_k, d_v = size
    return {"q": (*lead, n, d_k), "k": (*lead, m, d_k), "v": (*lead, m, d_v)}


def _quarters(sizes, bound):
    """Return arrays of multiples of 0.25 up to a bound, which read well."""
    elements = st.integers(-4 * bound, 4 * bound).map(lambda n: n / 4)
    return st.sampled_from(sizes).flatmap(
        lambda size: st.fixed_dictionaries(
            {name: hnp.arrays(np.float64, shape, elements=elements) for name, shape in _shapes(size).items()}
        )
    )


def _normal(size, stream):
    return {name: stream.standard_normal(shape) for name, shape in _shapes(size).items()}


def _laid_out(size, stream):
    lay = _LAYOUTS[stream.randint(4)]
    return {name: lay(array) for name, array in _normal(size, stream).items()}


def _one_after_another(size, masked, stream):
    first, second = _normal(size, stream), _normal(size, stream)
    calls = [first, {**first, "v": second["v"]}, {**first, "k": second["k"]}, second, first]
    if masked:
        shape = (*size[0], size[1], size[2])
        masks = [_with_a_key(stream.uniform(size=shape) < 0.5, stream) for _ in range(2)]
        calls = [first, *({**first, "mask": mask} for mask in masks), {**second, "mask": masks[0]}]
    kind = stream.randint(3)
    return Seq(
        calls=calls,
        reuse=kind == 1,
        overwrite_results=kind == 2,
        why="arguments that are the same in part: a kept answer is stale",
    )


def _with_a_key(mask, stream):
    """Return a mask that is True at least once in each row, and False somewhere if it can be."""
    chosen = stream.randint(mask.shape[-1], size=(*mask.shape[:-1], 1))
    np.put_along_axis(mask, chosen, True, axis=-1)
    if mask.all() and mask.shape[-1] > 1:
        mask[..., (int(chosen.flat[0]) + 1) % mask.shape[-1]] = False
        np.put_along_axis(mask, chosen, True, axis=-1)
    return mask


def _masked(size, kind, stream):
    lead, n, m = size[:3]
    if kind == "causal":
        mask = np.tril(np.ones((n, m), dtype=bool))
    else:
        shape = {"full": (*lead, n, m), "shared": (n, m), "keys": (m,), "padding": (*lead, 1, m)}[kind]
        mask = _with_a_key(stream.uniform(size=shape) < 0.5, stream)
    return {**_normal(size, stream), "mask": mask}


def _large(size, stream):
    """Make scores of some thousands, rows of different size, the largest close together."""
    arrays = _normal(size, stream)
    arrays["q"] = np.clip(40.0 * arrays["q"], -100.0, 100.0)
    arrays["k"] = np.clip(30.0 + 30.0 * arrays["k"][..., :1, :] + 0.05 * arrays["k"], -100.0, 100.0)
    return arrays


def _some_without_keys(size, stream):
    lead, n, m = size[:3]
    mask = _with_a_key(stream.uniform(size=(*lead, n, m)) < 0.6, stream)
    empty = stream.uniform(size=(*lead, n)) < 0.5
    empty.flat[stream.randint(empty.size)] = True
    mask[empty] = False
    return {**_normal(size, stream), "mask": mask}
