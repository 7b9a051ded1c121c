"""Values between processes: the codec, and what a call is.

Standard library and numpy only: this module is loaded into the process that runs submissions.

One tagged binary form both ways. A tag of one byte, then counts and lengths as little-endian integers,
then raw bytes; nothing is evaluated, imported or unpickled, and every length is compared with the bytes
that are there before anything is allocated for it. So no more memory is taken than `OBJECT_BYTES` a byte
and some 250 bytes for each of `MAX_REPLY_PARTS` parts. Both directions count parts alike and have the same
bounds: what has been decoded can be encoded, to the same value.

=====  =================================================================================
tag    what follows
=====  =================================================================================
N T F  nothing: None, True, False
i      an int of 64 bits; ``I`` a longer one: length, two's complement
d c    a float; a complex
s b    length, UTF-8; length, bytes
l t    count, values: a list, a tuple
L U    count, doubles: a list, a tuple of floats only; ``J`` ``V`` of ints of 64 bits only: count, int64;
       ``B`` ``W`` of truth values only: count, bytes
m      count, then for each entry: length, UTF-8, value
a      dtype code, number of axes, shape, raw elements in C order
A      order code, read-only flag, then as ``a``: a `LaidArray`
f      length, UTF-8: a `UnsupportedValue`
=====  =================================================================================
"""

from .decode import decode_reply, decode_value
from .encode import encode_reply, encode_strictly, encode_value, large_array
from .values import (
    ENTRY_PARTS,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_INT_BITS,
    MAX_REPLY_BYTES,
    MAX_REPLY_PARTS,
    NUMBERS_A_PART,
    OBJECT_BYTES,
    OWN_DEPTH,
    Buffer,
    Call,
    LaidArray,
    Order,
    UnsupportedValue,
    WireError,
    class_name,
    printable,
)

__all__ = [
    "ENTRY_PARTS",
    "MAX_DEPTH",
    "MAX_DIMENSIONS",
    "MAX_INT_BITS",
    "MAX_REPLY_BYTES",
    "MAX_REPLY_PARTS",
    "NUMBERS_A_PART",
    "OBJECT_BYTES",
    "OWN_DEPTH",
    "Buffer",
    "Call",
    "LaidArray",
    "Order",
    "UnsupportedValue",
    "WireError",
    "class_name",
    "decode_call",
    "decode_reply",
    "decode_value",
    "encode_call",
    "encode_reply",
    "encode_strictly",
    "encode_value",
    "large_array",
    "printable",
    "shape_of",
]  # fmt: skip


def shape_of(call: Call) -> tuple[int, ...]:
    """Return how many values the answer to each step of a call holds."""
    return tuple(1 + len(step) * call.echo for step in call.steps)


def encode_call(call: Call) -> bytes:
    """Return the bytes of a call."""
    return encode_value((call.steps, call.reuse, call.overwrite_results, call.echo))


def decode_call(buffer: Buffer) -> Call:
    """Return the call that `encode_call` made these bytes of."""
    steps, reuse, overwrite_results, echo = decode_value(buffer)
    return Call(
        tuple(tuple(step) for step in steps), reuse=reuse, overwrite_results=overwrite_results, echo=echo
    )
