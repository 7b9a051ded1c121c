"""Bytes to values, whoever has written the bytes.

Standard library and numpy only: this module is loaded into the process that runs submissions.
"""

from math import prod
from struct import Struct, error
from typing import Any

import numpy as np

from .values import (
    BOOL,
    COMPLEX,
    DTYPES,
    FLOAT,
    FLOAT64,
    FLOAT64_ARRAY,
    FLOATS_A_PART,
    INT,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_INT_BITS,
    MAX_NAME,
    MAX_REPLY_PARTS,
    ORDERS,
    SHAPES,
    SIZE,
    Buffer,
    LaidArray,
    UnsupportedValue,
    WireError,
    printable,
)


class _Decoder:
    """Reads values from a buffer that nobody vouches for."""

    __slots__ = ("at", "buffer", "parts_left", "reply")

    def __init__(self, buffer: Buffer, at: int, max_parts: int, *, reply: bool) -> None:
        self.buffer = buffer
        self.at = at
        self.parts_left = max_parts
        self.reply = reply

    def take(self, count: int) -> int:
        """Step over `count` bytes, and return where they begin."""
        start = self.at
        if count > len(self.buffer) - start:
            raise WireError("the value ends early")
        self.at = start + count
        return start

    def size(self) -> int:
        size: int = SIZE.unpack_from(self.buffer, self.take(8))[0]
        return size

    def raw(self) -> bytes:
        count = self.size()
        start = self.take(count)
        return bytes(self.buffer[start : start + count])

    def text(self) -> str:
        return str(self.raw(), "utf-8")

    def count(self, cost: int) -> int:
        """Read how many parts follow, each of at least one byte."""
        count = self.size()
        self.parts_left -= count * cost
        if count > len(self.buffer) - self.at or self.parts_left < 0:
            raise WireError("more parts than may be")
        return count

    def array(self) -> np.ndarray[Any, Any]:
        start = self.take(2)
        code, axes = self.buffer[start], self.buffer[start + 1]
        if code >= len(DTYPES) or axes > MAX_DIMENSIONS:
            raise WireError("an array of no known dtype, or of too many axes")
        shape = SHAPES[axes].unpack_from(self.buffer, self.take(8 * axes))
        dtype = DTYPES[code]
        start = self.take(prod(shape) * dtype.itemsize)
        if dtype is BOOL:  # a byte that is neither 0 nor 1 would be a truth value of a third kind
            return np.ndarray(shape, np.uint8, self.buffer, start).astype(BOOL)
        return np.ndarray(shape, dtype, self.buffer, start).copy()

    def value(self, depth: int) -> Any:  # noqa: C901, PLR0912 - a table of tags is a chain
        if depth > MAX_DEPTH:
            raise WireError("nested too deep")
        tag = self.buffer[self.take(1)]
        if tag == 0x61:  # a
            return self.array()
        if tag == 0x4E:  # N
            return None
        if tag == 0x54:  # T
            return True
        if tag == 0x46:  # F
            return False
        if tag == 0x69:  # i
            return INT.unpack_from(self.buffer, self.take(8))[0]
        if tag == 0x64:  # d
            return FLOAT.unpack_from(self.buffer, self.take(8))[0]
        if tag == 0x63:  # c
            return complex(*COMPLEX.unpack_from(self.buffer, self.take(16)))
        if tag == 0x73:  # s
            return self.text()
        if tag == 0x62:  # b
            return self.raw()
        if tag == 0x49:  # I
            digits = self.raw()
            if 8 * len(digits) > MAX_INT_BITS + 8:
                raise WireError("an int too long to print")
            return int.from_bytes(digits, "little", signed=True)
        if tag in {0x4C, 0x55}:  # L, U
            count = self.size()
            start = self.take(8 * count)
            self.parts_left -= count // FLOATS_A_PART
            if self.parts_left < 0:
                raise WireError("more parts than may be")
            floats = Struct(f"<{count}d").unpack_from(self.buffer, start)
            return list(floats) if tag == 0x4C else floats
        if tag == 0x6C:  # l
            return [self.value(depth + 1) for _ in range(self.count(1))]
        if tag == 0x74:  # t
            return tuple([self.value(depth + 1) for _ in range(self.count(1))])
        if tag == 0x6D:  # m
            return {self.text(): self.value(depth + 1) for _ in range(self.count(4))}
        if tag == 0x66:  # f
            return UnsupportedValue(printable(self.text(), MAX_NAME))
        if tag == 0x41 and not self.reply:  # A
            start = self.take(3)
            order, readonly, inner = self.buffer[start : start + 3]
            if order >= len(ORDERS) or readonly > 1 or inner != 0x61:
                raise WireError("an array of no known layout")
            return LaidArray(self.array(), ORDERS[order], bool(readonly))
        raise WireError(f"no value begins with {tag:#04x}")


def _decode(buffer: Buffer, at: int, max_parts: int, *, reply: bool) -> tuple[Any, int]:
    decoder = _Decoder(buffer, at, max_parts, reply=reply)
    try:
        value = decoder.value(0)
    except WireError:
        raise
    except (ValueError, OverflowError, TypeError, error) as fault:
        raise WireError(f"no value: {type(fault).__name__}") from None
    return value, decoder.at


def decode_reply(buffer: Buffer, at: int = 0) -> tuple[Any, int]:
    """Return the value from a submission's process that begins at `at`, and where it ends.

    A memoryview is given to the value: what was read to its place is not copied again.

    Raises
    ------
    WireError
        Whatever the bytes are, no other exception leaves.
    """
    if buffer[at : at + 2] == FLOAT64_ARRAY and len(buffer) > at + 2:  # by far the most frequent
        axes = buffer[at + 2]
        start = at + 3 + 8 * axes
        if axes <= MAX_DIMENSIONS and start <= len(buffer):
            shape = SHAPES[axes].unpack_from(buffer, at + 3)
            end = start + 8 * prod(shape)
            if start < end <= len(buffer):
                array = np.ndarray(shape, FLOAT64, buffer, start)
                return (array if type(buffer) is memoryview else array.copy()), end
    return _decode(buffer, at, MAX_REPLY_PARTS, reply=True)


def decode_value(buffer: Buffer) -> Any:
    """Return the value that `buffer` holds from its first byte to its last.

    For what the judge itself has encoded: the length of the buffer is bound enough. Arrays are fresh
    copies, writable and aligned.

    Raises
    ------
    WireError
        If the bytes are no value, or more than one.
    """
    value, end = _decode(buffer, 0, len(buffer), reply=False)
    if end != len(buffer):
        raise WireError("bytes left over after the value")
    return value
