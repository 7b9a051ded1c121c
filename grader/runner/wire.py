"""Values between processes: the codec, and what a call is.

Standard library and numpy only: this module is loaded into the process that runs submissions.

One tagged binary form both ways. A tag of one byte, then counts and lengths as little-endian integers,
then raw bytes; nothing is evaluated, imported or unpickled, and every length is compared with the bytes
that are there before anything is allocated for it.

=====  =================================================================================
tag    what follows
=====  =================================================================================
N T F  nothing: None, True, False
i      an int of 64 bits; ``I`` a longer one: length, two's complement
d c    a float; a complex
s b    length, UTF-8; length, bytes
l t    count, values: a list, a tuple; ``L`` ``U`` the same with floats only: count, doubles
m      count, then for each entry: length, UTF-8, value
a      dtype code, number of axes, shape, raw elements in C order
A      order code, read-only flag, then as ``a``: a `LaidArray`
f      length, UTF-8: a `Foreign`
=====  =================================================================================
"""

from dataclasses import dataclass
from math import prod
from struct import Struct, error
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

Order = Literal["C", "F", "strided", "backwards"]
Buffer = bytes | bytearray | memoryview

MAX_DEPTH = 32
MAX_DIMENSIONS = 32
MAX_REPLY_BYTES = 16 * 2**20
"""What one returned value may take: 10⁶ elements of complex128 fit."""
MAX_REPLY_PARTS = 250_000
MAX_INT_BITS = 14_000
"""Python itself refuses to print integers of more than 4,300 digits, which is a few bits more."""
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
class Foreign:
    """A value that does not travel: `name` says what it was ("a matrix", "an array of dtype object")."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """What is asked of a submission: positional arguments for each step, and no more than that.

    No name, group or want: this object lives in the submission's process.
    """

    steps: tuple[tuple[Any, ...], ...]
    reuse: bool = False
    spoil: bool = False


_ORDERS: tuple[Order, ...] = ("C", "F", "strided", "backwards")
# The place in this tuple is the code on the wire: append only.
_DTYPES = tuple(
    np.dtype(name)
    for name in (
        "?", "<i1", "<i2", "<i4", "<i8", "<u1", "<u2", "<u4", "<u8",
        "<f2", "<f4", "<f8", "g", "<c8", "<c16", "G",
    )
)  # fmt: skip
_CODES = {(dtype.kind, dtype.itemsize): code for code, dtype in enumerate(_DTYPES)}
_BOOL = _DTYPES[0]
_FLOAT64 = _DTYPES[11]
_FLOAT64_ARRAY = b"a\x0b"
_FLOAT64_HEADS = tuple(b"a" + bytes((11, axes)) for axes in range(MAX_DIMENSIONS + 1))
_SHAPES = tuple(Struct(f"<{axes}Q") for axes in range(MAX_DIMENSIONS + 1))
_SIZE = Struct("<Q")
_INT = Struct("<q")
_FLOAT = Struct("<d")
_COMPLEX = Struct("<dd")
_INT64_BITS = 63

# Bound here, before any submission runs in this process: what it does to classes and modules changes
# neither these nor the builtins that this module was given.
_ndarray = np.ndarray
_generic = np.generic
_matrix = np.matrix
_mro = type.__dict__["__mro__"].__get__
_class_name = type.__dict__["__name__"].__get__


class _DoesNotTravelError(Exception):
    """The whole value is to be replaced by a `Foreign` of this name."""


def printable(text: str, limit: int) -> str:
    """Return at most `limit` characters of `text`, with everything that is not printable escaped."""
    cut = str.__getitem__(text, slice(limit))
    if not cut.isprintable():
        cut = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut)[:limit]
    return cut if len(text) <= limit else cut[: limit - 1] + "…"


def class_name(kind: type) -> str:
    """Return the name of a class without running any code of its own."""
    return printable(_class_name(kind), 80)


def foreign_name(value: object) -> str:
    """Say what `value` is, without running any code of its own."""
    kind = type(value)
    if kind is _ndarray:
        names = {"O": "object", "V": "void (structured)", "M": "datetime64", "m": "timedelta64"}
        names |= {"S": "bytes", "U": "str", "T": "StringDType"}
        dtype = value.dtype  # type: ignore[attr-defined]
        if dtype.kind in names:
            return f"an array of dtype {names[dtype.kind]}"
        return f"an array of {value.ndim} axes and {value.nbytes} bytes, too large to hand over"  # type: ignore[attr-defined]
    name = class_name(kind)
    parents = _mro(kind)
    if _matrix in parents:
        return "a matrix"
    if _ndarray in parents:
        if any(_class_name(parent) == "MaskedArray" for parent in parents):
            return "a masked array"
        return f"an ndarray subclass `{name}`"
    return f"{'an' if name[:1] in tuple('aeiouAEIOU') else 'a'} `{name}`"


def _put_array(value: np.ndarray[Any, Any], put: "Callable[[bytes], None]", *, reply: bool) -> None:
    dtype = value.dtype
    code = _CODES.get((dtype.kind, dtype.itemsize))
    if code is None or value.ndim > MAX_DIMENSIONS or (reply and value.nbytes > MAX_REPLY_BYTES):
        raise _DoesNotTravelError(foreign_name(value))
    shape = value.shape
    plain = value if dtype.isnative else value.astype(_DTYPES[code])
    data = plain.tobytes()
    if len(data) != prod(shape) * dtype.itemsize:
        raise _DoesNotTravelError("an array that changed while it was handed over")
    put(b"a" + bytes((code, len(shape))) + _SHAPES[len(shape)].pack(*shape))
    put(data)


def _put_text(tag: bytes, data: bytes, put: "Callable[[bytes], None]") -> None:
    put(tag + _SIZE.pack(len(data)))
    put(data)


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise _DoesNotTravelError("a str with lone surrogates") from None


class _Encoder:
    """Collects the parts of one value; `reply` sets bounds and lets odd parts travel as `Foreign`."""

    __slots__ = ("bytes_left", "parts", "parts_left", "reply")

    def __init__(self, *, reply: bool) -> None:
        self.reply = reply
        self.parts: list[bytes] = []
        self.bytes_left = MAX_REPLY_BYTES
        self.parts_left = MAX_REPLY_PARTS

    def put(self, data: bytes) -> None:
        self.parts.append(data)
        self.bytes_left -= len(data)
        if self.reply and self.bytes_left < 0:
            raise _DoesNotTravelError("a value too large to hand over")

    def value(self, value: Any, depth: int) -> None:  # noqa: C901, PLR0912 - a table of types is a chain
        self.parts_left -= 1
        if depth > MAX_DEPTH:
            raise _DoesNotTravelError(f"a value nested more than {MAX_DEPTH} deep")
        if self.reply and self.parts_left < 0:
            raise _DoesNotTravelError(f"a value of more than {MAX_REPLY_PARTS:,} parts")
        kind = type(value)
        if kind is _ndarray:
            _put_array(value, self.put, reply=self.reply)
        elif value is None:
            self.put(b"N")
        elif kind is bool:
            self.put(b"T" if value else b"F")
        elif kind is LaidArray and not self.reply:
            self.put(b"A" + bytes((_ORDERS.index(value.order), value.readonly)))
            _put_array(value.array, self.put, reply=self.reply)
        elif kind is Foreign:
            _put_text(b"f", value.name[:MAX_NAME].encode(errors="backslashreplace"), self.put)
        else:
            parents = _mro(kind)
            if _generic in parents:
                self._scalar(value)
            elif int in parents:
                self._int(int.__pos__(value))
            elif float in parents:
                self.put(b"d" + _FLOAT.pack(float.__pos__(value)))
            elif complex in parents:
                self.put(b"c" + _complex(complex.__pos__(value)))
            elif str in parents:
                _put_text(b"s", _utf8(str.__getitem__(value, slice(None))), self.put)
            elif bytes in parents:
                _put_text(b"b", bytes.__getitem__(value, slice(None)), self.put)
            elif list in parents:
                self._series(b"l", b"L", list.__getitem__(value, slice(None)), depth)
            elif tuple in parents:
                self._series(b"t", b"U", tuple.__getitem__(value, slice(None)), depth)
            elif dict in parents:
                self._mapping(value, depth)
            else:
                raise _DoesNotTravelError(foreign_name(value))

    def _scalar(self, value: np.generic) -> None:
        """Put a numpy scalar as the Python value that it stands for."""
        kind = value.dtype.kind
        if kind == "b":
            self.put(b"T" if value else b"F")
        elif kind in "iu":
            self._int(int(value))  # type: ignore[call-overload]
        elif kind == "f":
            self.put(b"d" + _FLOAT.pack(float(value)))  # type: ignore[arg-type]
        elif kind == "c":
            self.put(b"c" + _complex(complex(value)))  # type: ignore[arg-type]
        elif kind == "U":
            _put_text(b"s", _utf8(str.__getitem__(value, slice(None))), self.put)  # type: ignore[arg-type]
        elif kind == "S":
            _put_text(b"b", bytes.__getitem__(value, slice(None)), self.put)  # type: ignore[arg-type]
        else:
            raise _DoesNotTravelError(foreign_name(value))

    def _int(self, value: int) -> None:
        bits = value.bit_length()
        if bits <= _INT64_BITS:
            self.put(b"i" + _INT.pack(value))
        elif bits > MAX_INT_BITS:
            raise _DoesNotTravelError(f"an int of {bits} bits")
        else:
            _put_text(b"I", value.to_bytes(bits // 8 + 1, "little", signed=True), self.put)

    def _series(self, tag: bytes, packed: bytes, values: Any, depth: int) -> None:
        count = len(values)
        if count > 1 and all(type(v) is float for v in values):
            self.put(packed + _SIZE.pack(count) + Struct(f"<{count}d").pack(*values))
            return
        self.put(tag + _SIZE.pack(count))
        for each in values:
            self._part(each, depth + 1)

    def _mapping(self, value: Any, depth: int) -> None:
        entries = list(dict.items(value))
        if any(str not in _mro(type(key)) for key, _ in entries):
            raise _DoesNotTravelError("a dict whose keys are not all str")
        self.put(b"m" + _SIZE.pack(len(entries)))
        self.parts_left -= 3 * len(entries)  # an entry costs the reader more than a list's element
        for key, each in entries:
            _put_text(b"", _utf8(str.__getitem__(key, slice(None))), self.put)
            self._part(each, depth + 1)

    def _part(self, value: Any, depth: int) -> None:
        """Put a part of a list, tuple or dict; in a reply an odd one becomes a `Foreign` by itself."""
        if not self.reply:
            self.value(value, depth)
            return
        mark = len(self.parts)
        try:
            self.value(value, depth)
        except _DoesNotTravelError as refused:
            # What ran out of depth, bytes or parts will not fit better further up.
            if depth > MAX_DEPTH or self.bytes_left < 0 or self.parts_left < 0:
                raise
            del self.parts[mark:]
            self.value(Foreign(str(refused)), depth)


def _complex(value: complex) -> bytes:
    return _COMPLEX.pack(value.real, value.imag)


def encode_value(value: object) -> bytes:
    """Return the bytes of a value that the judge itself made.

    Raises
    ------
    WireError
        If a part of it does not travel.
    """
    encoder = _Encoder(reply=False)
    try:
        encoder.value(value, 0)
    except _DoesNotTravelError as refused:
        raise WireError(f"{refused} does not travel") from None
    return b"".join(encoder.parts)


def encode_reply(value: object) -> bytes:
    """Return the bytes of a value that a submission returned; what does not travel becomes `Foreign`."""
    if type(value) is _ndarray and value.dtype is _FLOAT64 and value.nbytes <= MAX_REPLY_BYTES:
        shape = value.shape
        if len(shape) <= MAX_DIMENSIONS:
            data = value.tobytes()
            if len(data) == 8 * prod(shape):
                return _FLOAT64_HEADS[len(shape)] + _SHAPES[len(shape)].pack(*shape) + data
    encoder = _Encoder(reply=True)
    try:
        encoder.value(value, 0)
    except _DoesNotTravelError as refused:
        return encode_value(Foreign(str(refused)))
    return b"".join(encoder.parts)


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
        size: int = _SIZE.unpack_from(self.buffer, self.take(8))[0]
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
        if code >= len(_DTYPES) or axes > MAX_DIMENSIONS:
            raise WireError("an array of no known dtype, or of too many axes")
        shape = _SHAPES[axes].unpack_from(self.buffer, self.take(8 * axes))
        dtype = _DTYPES[code]
        start = self.take(prod(shape) * dtype.itemsize)
        if dtype is _BOOL:  # a byte that is neither 0 nor 1 would be a truth value of a third kind
            return np.ndarray(shape, np.uint8, self.buffer, start).astype(_BOOL)
        return np.ndarray(shape, dtype, self.buffer, start).copy()

    def value(self, depth: int) -> Any:  # noqa: C901, PLR0911, PLR0912 - a table of tags is a chain
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
            return _INT.unpack_from(self.buffer, self.take(8))[0]
        if tag == 0x64:  # d
            return _FLOAT.unpack_from(self.buffer, self.take(8))[0]
        if tag == 0x63:  # c
            return complex(*_COMPLEX.unpack_from(self.buffer, self.take(16)))
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
            floats = Struct(f"<{count}d").unpack_from(self.buffer, start)
            return list(floats) if tag == 0x4C else floats
        if tag == 0x6C:  # l
            return [self.value(depth + 1) for _ in range(self.count(1))]
        if tag == 0x74:  # t
            return tuple([self.value(depth + 1) for _ in range(self.count(1))])
        if tag == 0x6D:  # m
            return {self.text(): self.value(depth + 1) for _ in range(self.count(4))}
        if tag == 0x66:  # f
            return Foreign(printable(self.text(), MAX_NAME))
        if tag == 0x41 and not self.reply:  # A
            start = self.take(3)
            order, readonly, inner = self.buffer[start : start + 3]
            if order >= len(_ORDERS) or readonly > 1 or inner != 0x61:
                raise WireError("an array of no known layout")
            return LaidArray(self.array(), _ORDERS[order], bool(readonly))
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

    Raises
    ------
    WireError
        Whatever the bytes are, no other exception leaves.
    """
    if buffer[at : at + 2] == _FLOAT64_ARRAY and len(buffer) > at + 2:  # by far the most frequent
        axes = buffer[at + 2]
        start = at + 3 + 8 * axes
        if axes <= MAX_DIMENSIONS and start <= len(buffer):
            shape = _SHAPES[axes].unpack_from(buffer, at + 3)
            end = start + 8 * prod(shape)
            if start < end <= len(buffer):
                return _ndarray(shape, _FLOAT64, buffer, start).copy(), end
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


def encode_call(call: Call) -> bytes:
    """Return the bytes of a call."""
    return encode_value((call.steps, call.reuse, call.spoil))


def decode_call(buffer: Buffer) -> Call:
    """Return the call that `encode_call` made these bytes of."""
    steps, reuse, spoil = decode_value(buffer)
    return Call(tuple(tuple(step) for step in steps), reuse=reuse, spoil=spoil)
