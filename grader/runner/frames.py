"""Frames: how a submission's process and the spawner speak with the judge.

Standard library and `wire` only: this module is loaded into the process that runs submissions.

*Replies* run one way through a pipe, from the child to the judge: a header of fixed size, then its
payload. Everything in them is the child's word. Those that wait to be written together stand on a page
shared with the judge, so that none is lost when the child ends; there the call in progress is named as
well. *Messages* run both ways over a socket that keeps their bounds, between judge and spawner; a
submission has no descriptor of it.
"""

import os
from enum import IntEnum
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from .wire import Buffer, WireError, decode_reply

if TYPE_CHECKING:
    from collections.abc import Sequence

HEADER = Struct("<IBxHIIQQQ")
"""Position among the calls that were asked for, kind, step, number of in-place changes, bytes of payload,
end of the printed text, nanoseconds of CPU, nanoseconds of wall."""
MAX_PAYLOAD_BYTES = 20 * 2**20
"""What the steps of one call may hand over together."""
MAX_VALUES_BYTES = MAX_PAYLOAD_BYTES - 2**18
"""Of these the values, with the arguments that come back: the rest is left for changes in place."""
IMPORT = 0xFFFFFFFF
"""The position of replies about the import."""
CHANGE = Struct("<HH")

PAGE_BYTES = 64 * 1024
PAGE_HEAD = 64
"""The page that child and judge share: four-byte cells, then the replies that were not yet written."""
CALL, STEP, WAITING = 0, 1, 2
"""The cells: call in progress, its step, bytes of replies that wait behind the head."""
NOT_STARTED, IMPORTING, FIRST_CALL = 0, 1, 2
"""What the first cell says: nothing yet, the import, then 2 for the first call, 3 for the second, …"""
_MAX_ARGUMENTS = 64


class Kind(IntEnum):
    """What a reply says."""

    LOADED = 1  # the import is over: the names of the parameters
    VALUES = 2  # the changes, then one value a step
    RAISED = 3  # a description of the exception, as `describe` makes it
    NOT_COMPILED = 4  # the same, of the compiler's
    NO_ENTRY_POINT = 5


class Reply(NamedTuple):
    """One reply, its payload not yet looked at."""

    position: int
    kind: int
    step: int
    changes: int
    output_end: int
    cpu_ns: int
    wall_ns: int
    payload: Buffer  # a copy, but for a reply that has a buffer to itself


_LAST_KIND = max(Kind)
_write = os.write  # bound before a submission runs in this process: one that takes nothing would spin
_unpack = HEADER.unpack_from


def take_reply(buffer: Buffer, at: int) -> Reply | None:
    """Return the reply that begins at `at`, or None if it is not complete yet.

    Raises
    ------
    WireError
        If no reply begins like that.
    """
    start = at + HEADER.size
    if len(buffer) < start:
        return None
    position, kind, step, changes, length, output_end, cpu_ns, wall_ns = _unpack(buffer, at)
    if not 0 < kind <= _LAST_KIND or length > MAX_PAYLOAD_BYTES or changes * CHANGE.size > length:
        raise WireError("no reply begins like this")
    end = start + length
    if len(buffer) < end:
        return None
    payload = buffer[start:end] if type(buffer) is memoryview else bytes(buffer[start:end])
    return Reply(position, kind, step, changes, output_end, cpu_ns, wall_ns, payload)


def missing_bytes(buffer: Buffer, at: int) -> int:
    """Return how many bytes are missing, at least, to the reply that begins at `at` and is not complete."""
    there = len(buffer) - at
    if there < HEADER.size:
        return HEADER.size - there
    return HEADER.size + int(_unpack(buffer, at)[4]) - there


def read_values(
    reply: Reply, count: int, steps: int | None = None
) -> tuple[tuple[object, ...], tuple[tuple[int, int], ...]]:
    """Return the `count` values of a reply of kind VALUES (of `steps` steps), and the changes that it claims.

    Raises
    ------
    WireError
        If the payload holds anything else.
    """
    if reply.changes > (steps or count) * _MAX_ARGUMENTS:
        raise WireError("more changes than there are arguments")
    payload = reply.payload
    at = reply.changes * CHANGE.size
    values = []
    for _ in range(count):
        value, at = decode_reply(payload, at)
        values.append(value)
    if at != len(payload):
        raise WireError("bytes left over after the values")
    changes = payload[: reply.changes * CHANGE.size]
    return tuple(values), tuple(CHANGE.iter_unpack(changes)) if changes else ()


# Messages ---------------------------------------------------------------------------------------------

FORKED = Struct("<cI")  # b"F", process id; the pidfd comes beside it
ENDED = Struct("<cIiddQ")  # b"E", process id, wait status, user and system seconds, peak KiB
READY = b"R"  # then what `spawner.ready` tells, encoded by `wire`
FAILED = b"X"  # then a line of text


def read_all(descriptor: int) -> Buffer:
    """Return everything in a memory file, and close it."""
    try:
        size = os.fstat(descriptor).st_size
        data = os.pread(descriptor, size, 0)
        if len(data) == size:
            return data
        parts = bytearray(data)  # Linux reads at most 2 GiB at a time
        while len(parts) < size and (data := os.pread(descriptor, size - len(parts), len(parts))):
            parts += data
        return parts
    finally:
        os.close(descriptor)


def write_all(descriptor: int, parts: "Sequence[Buffer]") -> None:
    """Write all of `parts` to a descriptor, however little it takes at a time."""
    for part in parts:
        view = memoryview(part)
        while view:
            view = view[_write(descriptor, view) :]
