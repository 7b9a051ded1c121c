"""Compress code and results, and decompress them within bounds.

A result is about 30 KB of repetitive JSON, and compresses to a tenth of that.
"""

import zlib
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.result import Result

RESULT_BYTES = 4 * 2**20
SOURCE_BYTES = 2**20


class PackingError(ValueError):
    """Bytes that were not packed here, or are more than what was packed can have been."""


def pack_source(source: bytes) -> bytes:
    """Return the code in few bytes.

    Raises
    ------
    ValueError
        It is longer than any that is judged.
    """
    if len(source) > SOURCE_BYTES:
        raise ValueError(f"code of {len(source)} bytes; at most {SOURCE_BYTES} are kept")
    return zlib.compress(source)


def unpack_source(body: bytes) -> bytes:
    """Return the code; raise `PackingError` if it is damaged."""
    return _unpacked(body, SOURCE_BYTES)


def pack_result(result: "Result") -> bytes | None:
    """Return the result in few bytes, without printed text and values if it is very large.

    None if it is too large even so.
    """
    data = _data(result)
    if len(data) > RESULT_BYTES:
        data = _data(_without_values(result))
    return zlib.compress(data) if len(data) <= RESULT_BYTES else None


def unpack_result(body: bytes) -> "Result | None":
    """Return the result, None if it is damaged or was written by a version with another model."""
    from grader.result import Result  # noqa: PLC0415 - pydantic takes its time to load

    with suppress(ValueError):
        return Result.model_validate_json(_unpacked(body, RESULT_BYTES))
    return None


def _data(result: "Result") -> bytes:
    try:
        return result.model_dump_json().encode()
    except ValueError:  # a lone surrogate; the long way takes ten times as long, and writes it as text
        from grader.report import json  # noqa: PLC0415 - seldom needed

        return json.render(result, indent=None).encode()


def _without_values(result: "Result") -> "Result":
    lean = {"args": None, "got": None, "want": None, "output": None}
    return result.model_copy(update={"cases": tuple(c.model_copy(update=lean) for c in result.cases)})


def _unpacked(body: bytes, limit: int) -> bytes:
    if not isinstance(body, bytes):  # a column of SQLite holds what another program puts there
        raise PackingError("does not match its checksum")
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(body, limit + 1)
    except zlib.error as error:
        raise PackingError(str(error)) from None
    if len(data) > limit:
        raise PackingError(f"holds more than {limit} bytes")
    if not unpacker.eof:
        raise PackingError("is cut off")
    return data
