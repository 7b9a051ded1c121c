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
    ENTRY_PARTS,
    FLOAT,
    FLOAT64,
    FLOAT64_ARRAY,
    FLOATS,
    INT,
    INTS,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_HEAD_BYTES,
    MAX_INT_BITS,
    MAX_INT_BYTES,
    MAX_NAME,
    MAX_REPLY_BYTES,
    MAX_REPLY_PARTS,
    NUMBERS_A_PART,
    ORDERS,
    OWN_DEPTH,
    PACKED,
    PACKED_BYTES,
    SHAPES,
    SIZE,
    Buffer,
    LaidArray,
    UnsupportedValue,
    WireError,
    printable,
)

_NUMBERS = frozenset(b"diTFcI")
_float_at, _int_at = FLOAT.unpack_from, INT.unpack_from


class _Decoder:
    """Reads values from a buffer that nobody vouches for."""

    __slots__ = ("at", "buffer", "end", "max_depth", "numbers_left", "reply")

    def __init__(self, buffer: Buffer, at: int, *, reply: bool) -> None:
        self.buffer = buffer
        self.at = at
        self.end = min(len(buffer), at + MAX_REPLY_BYTES + MAX_HEAD_BYTES) if reply else len(buffer)
        self.max_depth = MAX_DEPTH if reply else OWN_DEPTH
        # Each part has a byte at least: for what the judge itself has encoded, its length is bound enough.
        self.numbers_left = NUMBERS_A_PART * (MAX_REPLY_PARTS if reply else len(buffer))
        self.reply = reply

    def take(self, count: int) -> int:
        """Step over `count` bytes, and return where they begin."""
        start = self.at
        if count > self.end - start:
            raise WireError("the value ends early, or is too large")
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

    def charge(self, numbers: int) -> None:
        """Count what is made, in numbers, as the encoder does."""
        self.numbers_left -= numbers
        if self.numbers_left < 0:
            raise WireError("more parts than may be")

    def count(self) -> int:
        """Read how many parts follow, each of at least one byte."""
        count = self.size()
        if count > self.end - self.at:
            raise WireError("more parts than there are bytes")
        return count

    def series(self, depth: int) -> list[Any]:
        """Return the elements of a list or tuple."""
        count = self.count()
        if count > self.numbers_left:
            raise WireError("more parts than may be")
        if count and depth >= self.max_depth:
            raise WireError("nested too deep")
        buffer, last = self.buffer, self.end - 9
        series: list[Any] = []
        numbers = 0
        for _ in range(count):
            at = self.at
            tag = buffer[at] if at <= last else 0
            if tag == 0x64:  # d
                series += _float_at(buffer, at + 1)
            elif tag == 0x69:  # i
                series += _int_at(buffer, at + 1)
            else:
                series.append(self.value(depth + 1))
                continue
            self.at = at + 9
            numbers += 1
        self.charge(numbers)
        return series

    def packed(self, tag: int, depth: int) -> Any:
        """Return a list or tuple of numbers of one kind."""
        kind, form = PACKED[tag]
        count = self.size()
        if count and depth >= self.max_depth:
            raise WireError("nested too deep")
        start = self.take(PACKED_BYTES[kind] * count)
        self.charge(count - count % NUMBERS_A_PART)
        if kind == FLOATS:
            numbers: tuple[Any, ...] = Struct(f"<{count}d").unpack_from(self.buffer, start)
        elif kind == INTS:
            numbers = Struct(f"<{count}q").unpack_from(self.buffer, start)
        else:
            return form(map(bool, self.buffer[start : self.at]))
        return numbers if form is tuple else list(numbers)

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
        if depth > self.max_depth:
            raise WireError("nested too deep")
        tag = self.buffer[self.take(1)]
        if tag in _NUMBERS:
            self.charge(1)
            return self.number(tag)
        self.charge(NUMBERS_A_PART)
        if tag == 0x61:  # a
            return self.array()
        if tag == 0x4E:  # N
            return None
        if tag in PACKED:
            return self.packed(tag, depth)
        if tag == 0x73:  # s
            return self.text()
        if tag == 0x62:  # b
            return self.raw()
        if tag == 0x6C:  # l
            return self.series(depth)
        if tag == 0x74:  # t
            return tuple(self.series(depth))
        if tag == 0x6D:  # m
            count = self.count()
            self.charge(NUMBERS_A_PART * ENTRY_PARTS * count)
            return {self.text(): self.value(depth + 1) for _ in range(count)}
        if tag == 0x66:  # f
            return UnsupportedValue(printable(self.text(), MAX_NAME))
        if tag == 0x41 and not self.reply:  # A
            start = self.take(3)
            order, readonly, inner = self.buffer[start : start + 3]
            if order >= len(ORDERS) or readonly > 1 or inner != 0x61:
                raise WireError("an array of no known layout")
            return LaidArray(self.array(), ORDERS[order], bool(readonly))
        raise WireError(f"no value begins with {tag:#04x}")

    def number(self, tag: int) -> Any:
        if tag == 0x64:  # d
            return FLOAT.unpack_from(self.buffer, self.take(8))[0]
        if tag == 0x69:  # i
            return INT.unpack_from(self.buffer, self.take(8))[0]
        if tag == 0x54:  # T
            return True
        if tag == 0x46:  # F
            return False
        if tag == 0x63:  # c
            return complex(*COMPLEX.unpack_from(self.buffer, self.take(16)))
        size = self.size()  # I
        if size > MAX_INT_BYTES:
            raise WireError("an int too long to print")
        start = self.take(size)
        number = int.from_bytes(self.buffer[start : self.at], "little", signed=True)
        if number.bit_length() > MAX_INT_BITS:
            raise WireError("an int too long to print")
        return number


def _decode(buffer: Buffer, at: int, *, reply: bool) -> tuple[Any, int]:
    decoder = _Decoder(buffer, at, reply=reply)
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
            if start < end <= len(buffer) and end <= start + MAX_REPLY_BYTES:
                array = np.ndarray(shape, FLOAT64, buffer, start)
                return (array if type(buffer) is memoryview else array.copy()), end
    return _decode(buffer, at, reply=True)


def decode_value(buffer: Buffer) -> Any:
    """Return the value that `buffer` holds from its first byte to its last.

    For what the judge itself has encoded: the length of the buffer is bound enough. Arrays are fresh
    copies, writable and aligned.

    Raises
    ------
    WireError
        If the bytes are no value, or more than one.
    """
    value, end = _decode(buffer, 0, reply=False)
    if end != len(buffer):
        raise WireError("bytes left over after the value")
    return value
