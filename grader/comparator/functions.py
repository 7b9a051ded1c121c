"""numpy's functions that are no ufuncs, on perturbed arrays.

Most are made of ufuncs (mean, var, average) and bring their errors in by themselves. Three kinds remain:
those that only move numbers about, those that compute outside of ufuncs (einsum, linalg, fft), which get
errors on what goes in and on what comes out, and those that are not known here, whose result gets an error
if no ufunc was seen at work.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from grader.comparator.values import Array

MOVES = frozenset(
    {
        "reshape", "ravel", "transpose", "matrix_transpose", "permute_dims", "moveaxis", "swapaxes",
        "rollaxis", "concatenate", "concat", "stack", "vstack", "hstack", "dstack", "column_stack", "block",
        "split", "array_split", "hsplit", "vsplit", "dsplit", "unstack", "where", "take", "take_along_axis",
        "put", "put_along_axis", "place", "putmask", "choose", "compress", "extract", "select", "sort",
        "partition", "sort_complex", "unique", "unique_values", "flip", "fliplr", "flipud", "roll", "rot90",
        "pad", "tile", "repeat", "broadcast_to", "broadcast_arrays", "squeeze", "expand_dims", "atleast_1d",
        "atleast_2d", "atleast_3d", "diag", "diagonal", "diagflat", "fill_diagonal", "tril", "triu", "copy",
        "copyto", "full_like", "zeros_like", "ones_like", "empty_like", "clip", "nan_to_num", "max", "min",
        "amax", "amin", "nanmax", "nanmin", "real", "imag", "conj", "real_if_close", "round", "around",
        "round_", "fix", "insert", "delete", "append", "resize", "trim_zeros", "meshgrid", "astype",
        "fftshift", "ifftshift", "intersect1d", "union1d", "setdiff1d", "setxor1d", "piecewise",
        "apply_along_axis", "apply_over_axes",
    }
)  # fmt: skip
OUTSIDE_UFUNCS = frozenset(
    {
        "einsum", "dot", "inner", "outer", "vdot", "tensordot", "kron", "cross", "convolve", "correlate",
        "interp", "bincount", "histogram", "histogram2d", "histogramdd", "cov", "corrcoef", "polyfit",
        "polyval", "trace", "roots",
    }
)  # fmt: skip
_SINGLE_PRODUCTS = frozenset({"outer", "kron", "cross", "interp", "polyval"})
_OVER_ALL = frozenset({"vdot", "bincount", "histogram", "histogram2d", "histogramdd", "cov", "corrcoef"})


def works_outside_ufuncs(function: Any) -> bool:
    """Tell whether a function computes where no ufunc can be seen at work."""
    return function.__name__ in OUTSIDE_UFUNCS or (function.__module__ or "").startswith(
        ("numpy.linalg", "numpy.fft")
    )


def contraction(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> int:
    """Return how many products the function adds up for one element of its result, at most."""
    arrays = [np.asarray(a) for a in args if isinstance(a, np.ndarray)]
    if not arrays:
        return 1
    if name == "einsum":
        return _einsum_contraction(args)
    if name == "tensordot" and len(args) > 1:
        return _tensordot_contraction(arrays[0], kwargs.get("axes", args[2] if len(args) > 2 else 2))
    if name in _SINGLE_PRODUCTS:
        return 1
    if name in ("dot", "inner") and arrays[0].ndim:
        return int(arrays[0].shape[-1])
    over_all = name in _OVER_ALL or (name == "norm" and kwargs.get("axis") is None and len(args) < 3)
    return max(a.size if over_all else max(a.shape, default=1) for a in arrays)


def _tensordot_contraction(first: Array, axes: Any) -> int:
    if isinstance(axes, int):
        return int(np.prod(first.shape[first.ndim - axes :]))
    chosen = axes[0]
    return int(np.prod([first.shape[a] for a in ([chosen] if isinstance(chosen, int) else chosen)]))


def _einsum_contraction(args: Sequence[Any]) -> int:
    """Return the product of the lengths of the labels that are not in the output."""
    if not isinstance(args[0], str):
        return max(np.asarray(a).size for a in args if isinstance(a, np.ndarray))
    terms, arrow, output = args[0].replace(" ", "").partition("->")
    lengths: dict[str, int] = {}
    counts: dict[str, int] = {}
    for labels, operand in zip(terms.split(","), args[1:], strict=False):
        shape = np.shape(operand)
        before, dots, after = labels.partition("...")
        named = list(zip(before, shape, strict=False))
        if dots and after:
            named += list(zip(after, shape[-len(after) :], strict=False))
        for label, length in named:
            lengths[label] = max(length, lengths.get(label, 1))
            counts[label] = counts.get(label, 0) + 1
    if not arrow:
        output = "".join(label for label, count in counts.items() if count == 1)
    return int(np.prod([length for label, length in lengths.items() if label not in output]))
