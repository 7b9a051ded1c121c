"""Values to bytes, without running any code of the values.

Standard library and numpy only: this module is loaded into the process that runs submissions, where a
value may be an object of a class made to deceive whoever looks at it. So what a value is, is asked of its
type by the accessors of the built-in classes, and its content taken by their methods.
"""

from math import prod
from struct import Struct
from typing import TYPE_CHECKING, Any

import numpy as np

from .values import (
    CODES,
    COMPLEX,
    DTYPES,
    FLOAT,
    FLOAT64,
    FLOAT64_HEADS,
    FLOATS_A_PART,
    INT,
    INT64_BITS,
    LARGE_BYTES,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_INT_BITS,
    MAX_NAME,
    MAX_REPLY_BYTES,
    MAX_REPLY_PARTS,
    ORDERS,
    SHAPES,
    SIZE,
    LaidArray,
    UnsupportedValue,
    WireError,
    class_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable

# Bound here, before any submission runs in this process: what it does to classes and modules changes
# neither these nor the builtins that this module was given.
_ndarray = np.ndarray
_generic = np.generic
_matrix = np.matrix
_mro = type.__dict__["__mro__"].__get__
_class_name = type.__dict__["__name__"].__get__


class _DoesNotTravelError(Exception):
    """A value, or a part of one, is to be replaced by a `UnsupportedValue` of this name."""


class _TooMuchError(_DoesNotTravelError):
    """The same because of the whole: no part of it is to blame."""


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
    code = CODES.get((dtype.kind, dtype.itemsize))
    if code is None or value.ndim > MAX_DIMENSIONS or (reply and value.nbytes > MAX_REPLY_BYTES):
        raise _DoesNotTravelError(foreign_name(value))
    shape = value.shape
    plain = value if dtype.isnative else value.astype(DTYPES[code])
    data = plain.tobytes()
    if len(data) != prod(shape) * dtype.itemsize:
        raise _DoesNotTravelError("an array that changed while it was handed over")
    put(b"a" + bytes((code, len(shape))) + SHAPES[len(shape)].pack(*shape))
    put(data)


def _put_text(tag: bytes, data: bytes, put: "Callable[[bytes], None]") -> None:
    put(tag + SIZE.pack(len(data)))
    put(data)


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise _DoesNotTravelError("a str with lone surrogates") from None


class _Encoder:
    """Collects the parts of one value; `reply` sets bounds and makes odd parts an `UnsupportedValue`."""

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
            raise _TooMuchError("a value too large to hand over")

    def value(self, value: Any, depth: int) -> None:  # noqa: C901, PLR0912 - a table of types is a chain
        self.parts_left -= 1
        if depth > MAX_DEPTH:
            raise _TooMuchError(f"a value nested more than {MAX_DEPTH} deep")
        if self.reply and self.parts_left < 0:
            raise _TooMuchError(f"a value of more than {MAX_REPLY_PARTS:,} parts")
        kind = type(value)
        if kind is _ndarray:
            _put_array(value, self.put, reply=self.reply)
        elif value is None:
            self.put(b"N")
        elif kind is bool:
            self.put(b"T" if value else b"F")
        elif kind is LaidArray and not self.reply:
            self.put(b"A" + bytes((ORDERS.index(value.order), value.readonly)))
            _put_array(value.array, self.put, reply=self.reply)
        elif kind is UnsupportedValue:
            _put_text(b"f", value.name[:MAX_NAME].encode(errors="backslashreplace"), self.put)
        else:
            parents = _mro(kind)
            if _generic in parents:
                self._scalar(value)
            elif int in parents:
                self._int(int.__pos__(value))
            elif float in parents:
                self.put(b"d" + FLOAT.pack(float.__pos__(value)))
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

    def _scalar(self, value: Any) -> None:
        """Put a numpy scalar as the Python value that it stands for."""
        kind = value.dtype.kind
        if kind == "b":
            self.put(b"T" if value else b"F")
        elif kind in "iu":
            self._int(int(value))
        elif kind == "f":
            self.put(b"d" + FLOAT.pack(float(value)))
        elif kind == "c":
            self.put(b"c" + _complex(complex(value)))
        elif kind == "U":
            _put_text(b"s", _utf8(str.__getitem__(value, slice(None))), self.put)
        elif kind == "S":
            _put_text(b"b", bytes.__getitem__(value, slice(None)), self.put)
        else:
            raise _DoesNotTravelError(foreign_name(value))

    def _int(self, value: int) -> None:
        bits = value.bit_length()
        if bits <= INT64_BITS:
            self.put(b"i" + INT.pack(value))
        elif bits > MAX_INT_BITS:
            raise _DoesNotTravelError(f"an int of {bits} bits")
        else:
            _put_text(b"I", value.to_bytes(bits // 8 + 1, "little", signed=True), self.put)

    def _series(self, tag: bytes, packed: bytes, values: Any, depth: int) -> None:
        count = len(values)
        if count > 1 and all(type(v) is float for v in values):
            self.parts_left -= count // FLOATS_A_PART
            if self.reply and self.parts_left < 0:
                raise _TooMuchError(f"a value of more than {FLOATS_A_PART * MAX_REPLY_PARTS:,} floats")
            self.put(packed + SIZE.pack(count) + Struct(f"<{count}d").pack(*values))
            return
        self.put(tag + SIZE.pack(count))
        for each in values:
            self._part(each, depth + 1)

    def _mapping(self, value: Any, depth: int) -> None:
        entries = list(dict.items(value))
        if any(str not in _mro(type(key)) for key, _ in entries):
            raise _DoesNotTravelError("a dict whose keys are not all str")
        self.put(b"m" + SIZE.pack(len(entries)))
        self.parts_left -= 3 * len(entries)  # an entry costs the reader more than a list's element
        for key, each in entries:
            _put_text(b"", _utf8(str.__getitem__(key, slice(None))), self.put)
            self._part(each, depth + 1)

    def _part(self, value: Any, depth: int) -> None:
        """Put a part of a list, tuple or dict; in a reply an odd one alone becomes an `UnsupportedValue`."""
        if not self.reply:
            self.value(value, depth)
            return
        mark = len(self.parts)
        try:
            self.value(value, depth)
        except _TooMuchError:
            raise
        except _DoesNotTravelError as refused:
            del self.parts[mark:]
            self.value(UnsupportedValue(str(refused)), depth)


def _complex(value: complex) -> bytes:
    return COMPLEX.pack(value.real, value.imag)


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


def large_array(value: object) -> "tuple[bytes, memoryview[int]] | None":
    """Return what `encode_reply` gives for a large plain array, the elements where they lie; else None."""
    if type(value) is not _ndarray or value.dtype is not FLOAT64:
        return None
    shape = value.shape
    if not LARGE_BYTES <= value.nbytes <= MAX_REPLY_BYTES or len(shape) > MAX_DIMENSIONS:
        return None
    if not value.flags.c_contiguous:
        return None
    data = value.data.cast("B")
    if len(data) != 8 * prod(shape):
        return None
    return FLOAT64_HEADS[len(shape)] + SHAPES[len(shape)].pack(*shape), data


def encode_reply(value: object) -> bytes:
    """Return the bytes of a value that a submission returned, or of an `UnsupportedValue` in its place."""
    if type(value) is _ndarray and value.dtype is FLOAT64 and value.nbytes <= MAX_REPLY_BYTES:
        shape = value.shape
        if len(shape) <= MAX_DIMENSIONS:
            data = value.tobytes()
            if len(data) == 8 * prod(shape):
                return FLOAT64_HEADS[len(shape)] + SHAPES[len(shape)].pack(*shape) + data
    encoder = _Encoder(reply=True)
    try:
        encoder.value(value, 0)
    except _DoesNotTravelError as refused:
        return encode_value(UnsupportedValue(str(refused)))
    return b"".join(encoder.parts)
