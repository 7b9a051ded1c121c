"""Values to bytes, without running any code of the values.

Standard library and numpy only: this module is loaded into the process that runs submissions, where a
value may be an object of a class made to deceive whoever looks at it. So what a value is, is asked of its
type by the accessors of the built-in classes, and its content taken by their methods.
"""

from itertools import repeat
from math import prod
from operator import is_
from struct import Struct, error
from typing import TYPE_CHECKING, Any

import numpy as np

from .values import (
    BOOLS,
    CODES,
    COMPLEX,
    DTYPES,
    ENTRY_PARTS,
    FLOAT,
    FLOAT64,
    FLOAT64_HEADS,
    FLOATS,
    INT,
    INT64_BITS,
    INTS,
    LARGE_BYTES,
    LIST_TAGS,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_HEAD_BYTES,
    MAX_INT_BITS,
    MAX_NAME,
    MAX_REPLY_BYTES,
    MAX_REPLY_PARTS,
    NUMBERS_A_PART,
    ORDERS,
    OWN_DEPTH,
    SHAPES,
    SIZE,
    TUPLE_TAGS,
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
# Of types nothing is asked but identity and `issubclass`: to look for one in a tuple or a set would run
# its metaclass's `__eq__` or `__hash__`.
_FLOATS = (np.float64, np.float32, np.float16)
_INTS = (np.int64, np.int32, np.int16, np.int8, np.uint64, np.uint32, np.uint16, np.uint8)
_bool, _float64 = np.bool_, np.float64
_pack_float, _pack_int = FLOAT.pack, INT.pack
_INT64 = 1 << INT64_BITS


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
    if issubclass(kind, _matrix):
        return "a matrix"
    if issubclass(kind, _ndarray):
        if any(_class_name(parent) == "MaskedArray" for parent in _mro(kind)):
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
    """Collects the parts of one value; `reply` sets bounds and makes odd parts an `UnsupportedValue`.

    With `strict` an odd part is refused as it is in what the judge sends, under the bounds of a reply.
    """

    __slots__ = ("bytes_left", "max_depth", "numbers_left", "parts", "reply", "strict")

    def __init__(self, *, reply: bool, strict: bool = False) -> None:
        self.reply = reply
        self.strict = strict or not reply
        self.max_depth = MAX_DEPTH if reply else OWN_DEPTH
        self.parts: list[bytes] = []
        self.bytes_left = MAX_REPLY_BYTES + MAX_HEAD_BYTES
        self.numbers_left = MAX_REPLY_PARTS * NUMBERS_A_PART

    def put(self, data: bytes) -> None:
        self.parts.append(data)
        self.bytes_left -= len(data)
        if self.reply and self.bytes_left < 0:
            raise _TooMuchError("a value too large to hand over")

    def too_deep(self) -> Exception:
        return _TooMuchError(f"a value nested more than {self.max_depth} deep")

    def charge(self, numbers: int) -> None:
        """Count what is handed over, in numbers, as the decoder does."""
        self.numbers_left -= numbers
        if self.reply and self.numbers_left < 0:
            raise _TooMuchError(f"a value of more than {MAX_REPLY_PARTS:,} parts")

    def value(self, value: Any, depth: int) -> None:  # noqa: C901, PLR0912 - a table of types is a chain
        if depth > self.max_depth:
            raise self.too_deep()
        kind = type(value)
        if kind is _ndarray:
            self.charge(NUMBERS_A_PART)
            _put_array(value, self.put, reply=self.reply)
        elif value is None:
            self.charge(NUMBERS_A_PART)
            self.put(b"N")
        elif kind is float:
            self._number(b"d" + FLOAT.pack(value))
        elif kind is bool:
            self._number(b"T" if value else b"F")
        elif kind is LaidArray and not self.reply:
            self.put(b"A" + bytes((ORDERS.index(value.order), value.readonly)))
            _put_array(value.array, self.put, reply=self.reply)
        elif kind is UnsupportedValue:
            self._text(b"f", value.name[:MAX_NAME].encode(errors="backslashreplace"))
        elif issubclass(kind, _generic):
            self._scalar(value)
        elif issubclass(kind, int):
            self._int(int.__pos__(value))
        elif issubclass(kind, float):
            self._number(b"d" + FLOAT.pack(float.__pos__(value)))
        elif issubclass(kind, complex):
            self._number(b"c" + _complex(complex.__pos__(value)))
        elif issubclass(kind, str):
            self._text(b"s", _utf8(str.__getitem__(value, slice(None))))
        elif issubclass(kind, bytes):
            self._text(b"b", bytes.__getitem__(value, slice(None)))
        elif issubclass(kind, list):
            self._series(b"l", LIST_TAGS, list.__getitem__(value, slice(None)), depth)
        elif issubclass(kind, tuple):
            self._series(b"t", TUPLE_TAGS, tuple.__getitem__(value, slice(None)), depth)
        elif issubclass(kind, dict):
            self._mapping(value, depth)
        else:
            raise _DoesNotTravelError(foreign_name(value))

    def _number(self, data: bytes) -> None:
        self.charge(1)
        self.put(data)

    def _text(self, tag: bytes, data: bytes) -> None:
        self.charge(NUMBERS_A_PART)
        _put_text(tag, data, self.put)

    def _scalar(self, value: Any) -> None:
        """Put a numpy scalar as the Python value that it stands for."""
        kind = value.dtype.kind
        if kind == "b":
            self._number(b"T" if value else b"F")
        elif kind in "iu":
            self._int(int(value))
        elif kind == "f":
            self._number(b"d" + FLOAT.pack(float(value)))
        elif kind == "c":
            self._number(b"c" + _complex(complex(value)))
        elif kind == "U":
            self._text(b"s", _utf8(str.__getitem__(value, slice(None))))
        elif kind == "S":
            self._text(b"b", bytes.__getitem__(value, slice(None)))
        else:
            raise _DoesNotTravelError(foreign_name(value))

    def _int(self, value: int) -> None:
        bits = value.bit_length()
        if bits <= INT64_BITS:
            self._number(b"i" + INT.pack(value))
        elif bits > MAX_INT_BITS:
            raise _DoesNotTravelError(f"an int of {bits} bits, more than {MAX_INT_BITS:,}")
        else:
            self.charge(1)
            _put_text(b"I", value.to_bytes(bits // 8 + 1, "little", signed=True), self.put)

    def _series(self, tag: bytes, tags: "tuple[bytes, bytes, bytes]", values: Any, depth: int) -> None:
        self.charge(NUMBERS_A_PART)
        count = len(values)
        if count and depth >= self.max_depth:
            raise self.too_deep()
        if count > 1 and (packed := _packed(values, count)) is not None:
            self.charge(count - count % NUMBERS_A_PART)
            code, data = packed
            self.put(tags[code] + SIZE.pack(count))
            self.put(data)
            return
        self.put(tag + SIZE.pack(count))
        if self.reply and count > self.numbers_left:
            self.charge(count)
        part = self.value if self.strict else self._part
        numbers = 0
        append = self.parts.append
        for each in values:  # the most frequent numbers here: a call for each takes four times as long
            kind = type(each)
            if kind is float or kind is _float64:
                append(b"d" + _pack_float(each))
            elif kind is int and -_INT64 <= each < _INT64:
                append(b"i" + _pack_int(each))
            else:
                part(each, depth + 1)
                continue
            numbers += 1
        if numbers:
            self.charge(numbers)
            self.bytes_left -= 9 * numbers
            self.put(b"")

    def _mapping(self, value: Any, depth: int) -> None:
        entries = list(dict.items(value))
        if not all(issubclass(type(key), str) for key, _ in entries):
            raise _DoesNotTravelError("a dict whose keys are not all str")
        self.charge(NUMBERS_A_PART * (1 + ENTRY_PARTS * len(entries)))
        self.put(b"m" + SIZE.pack(len(entries)))
        part = self.value if self.strict else self._part
        for key, each in entries:
            _put_text(b"", _utf8(str.__getitem__(key, slice(None))), self.put)
            part(each, depth + 1)

    def _part(self, value: Any, depth: int) -> None:
        """Put a part of a reply's list, tuple or dict; an odd one alone becomes an `UnsupportedValue`."""
        mark = len(self.parts)
        try:
            self.value(value, depth)
        except _TooMuchError:
            raise
        except _DoesNotTravelError as refused:
            del self.parts[mark:]
            self.value(UnsupportedValue(str(refused)), depth)


def _packed(values: Any, count: int) -> "tuple[int, bytes] | None":
    """Return the elements of a list or tuple as a packed kind and its bytes, None if they are no such.

    They are if all are of one type, and that is float, int (of 64 bits) or bool, or numpy's.
    """
    kind = type(values[0])
    if not all(map(is_, map(type, values), repeat(kind))):
        return None
    if kind is float:
        return FLOATS, Struct(f"<{count}d").pack(*values)
    if kind is int or (issubclass(kind, _generic) and any(map(is_, _INTS, repeat(kind)))):
        try:
            return INTS, Struct(f"<{count}q").pack(*values)
        except error:  # one has more bits
            return None
    if kind is bool or kind is _bool:
        return BOOLS, bytes(map(bool, values))
    if issubclass(kind, _generic) and any(map(is_, _FLOATS, repeat(kind))):
        return FLOATS, Struct(f"<{count}d").pack(*values)
    return None


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


def encode_strictly(value: object) -> bytes:
    """Return the bytes of a value under the bounds of `encode_reply`, which nothing in it may exceed.

    Raises
    ------
    WireError
        If a part of it does not travel.
    """
    encoder = _Encoder(reply=True, strict=True)
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
