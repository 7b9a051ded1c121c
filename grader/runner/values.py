"""What travels between processes, its bounds, and the tables of its binary form.

Standard library and numpy only: this module is loaded into the process that runs submissions. The form is
told in `wire`, through which the rest of the project uses all this.
"""

from dataclasses import dataclass
from struct import Struct
from typing import Any, Literal

import numpy as np

Order = Literal["C", "F", "strided", "backwards"]
Buffer = bytes | bytearray | memoryview

MAX_DEPTH = 32
OWN_DEPTH = MAX_DEPTH + 16
"""Of what the judge itself sends and keeps: it puts values into lists of calls, cases and banks."""
MAX_DIMENSIONS = 32
MAX_REPLY_BYTES = 16 * 2**20
"""What one returned value may take: 10⁶ elements of complex128 fit."""
MAX_HEAD_BYTES = 3 + 8 * MAX_DIMENSIONS
"""What an array takes besides its elements, so that one of `MAX_REPLY_BYTES` still travels."""
LARGE_BYTES = 64 * 1024
"""From here on copies count: an array is compared and handed over from where it lies."""
MAX_REPLY_PARTS = 250_000
"""A part takes some 250 bytes of memory at most, beside bytes that came over the wire as they are."""
NUMBERS_A_PART = 10
"""How many numbers count as one part: each is an object of 32 bytes and a pointer to it."""
ENTRY_PARTS = 3
"""What an entry of a dict costs besides its value."""
OBJECT_BYTES = 8
"""How many bytes of memory a byte on the wire may become, in what is not an array."""
MAX_INT_BITS = 14_000
"""Python itself refuses to print integers of more than 4,300 digits, which is a few bits more."""
MAX_INT_BYTES = MAX_INT_BITS // 8 + 1
MAX_NAME = 200


class WireError(ValueError):
    """Bytes that are no value, or (when encoding what the judge sends) a value that does not travel."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidArray:
    """An array argument with the memory layout in which the submission shall receive it."""

    array: np.ndarray[Any, Any]
    order: Order = "C"
    readonly: bool = False


@dataclass(frozen=True, slots=True)
class UnsupportedValue:
    """A value that does not travel: `name` says what it was ("a matrix", "an array of dtype object")."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """What is asked of a submission: positional arguments for each step, and no more than that.

    No name, group or want: this object lives in the submission's process.
    """

    steps: tuple[tuple[Any, ...], ...]
    reuse: bool = False
    overwrite_results: bool = False
    echo: bool = False  # the arguments come back after each step, for the judge to see what became of them


ORDERS: tuple[Order, ...] = ("C", "F", "strided", "backwards")
# The place in this tuple is the code on the wire: append only.
DTYPES = tuple(
    np.dtype(name)
    for name in (
        "?", "<i1", "<i2", "<i4", "<i8", "<u1", "<u2", "<u4", "<u8",
        "<f2", "<f4", "<f8", "g", "<c8", "<c16", "G",
    )
)  # fmt: skip
CODES = {(dtype.kind, dtype.itemsize): code for code, dtype in enumerate(DTYPES)}
BOOL = DTYPES[0]
FLOAT64 = DTYPES[11]
FLOAT64_ARRAY = b"a\x0b"
FLOAT64_HEADS = tuple(b"a" + bytes((11, axes)) for axes in range(MAX_DIMENSIONS + 1))
SHAPES = tuple(Struct(f"<{axes}Q") for axes in range(MAX_DIMENSIONS + 1))
SIZE = Struct("<Q")
INT = Struct("<q")
FLOAT = Struct("<d")
COMPLEX = Struct("<dd")
INT64_BITS = 63
FLOATS, INTS, BOOLS = range(3)
"""The kinds of numbers that a list or tuple of nothing else is packed as."""
LIST_TAGS = (b"L", b"J", b"B")
TUPLE_TAGS = (b"U", b"V", b"W")
PACKED = {
    tag[0]: (kind, form)
    for tags, form in ((LIST_TAGS, list), (TUPLE_TAGS, tuple))
    for kind, tag in enumerate(tags)
}
PACKED_BYTES = (8, 8, 1)
"""What one of each kind takes."""

_class_name = type.__dict__["__name__"].__get__


def printable(text: str, limit: int) -> str:
    """Return at most `limit` characters of `text`, with everything that is not printable escaped."""
    cut = str.__getitem__(text, slice(limit))
    if not cut.isprintable():
        cut = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut)[:limit]
    return cut if len(text) <= limit else cut[: limit - 1] + "…"


def class_name(kind: type) -> str:
    """Return the name of a class without running any code of its own."""
    return printable(_class_name(kind), 80)
