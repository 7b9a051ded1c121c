"""The replies of a fork: bytes from its pipe, and the order in which they have to answer the calls."""

import os
from collections import deque
from contextlib import suppress
from fcntl import F_SETPIPE_SZ, fcntl
from typing import TYPE_CHECKING

import numpy as np

from grader.runner.frames import HEADER, IMPORT, Kind, Reply, missing_bytes, take_reply
from grader.runner.wire import WireError

if TYPE_CHECKING:
    from grader.runner.wire import Buffer

_READ_BYTES = 256 * 1024
# Of a large reply, as much as is read at once: in the usual 64 KiB judge and child take turns more often.
# Saves 0.8 of 26 ms of CPU for 2 MB of results.
_PIPE_BYTES = _READ_BYTES
_ALIGNED = -(HEADER.size + 3) % 8  # puts the elements of an array behind header and head at an even place
_OF_CALLS = (int(Kind.VALUES), int(Kind.RAISED))
_OF_IMPORT = (int(Kind.RAISED), int(Kind.NOT_COMPILED), int(Kind.NO_ENTRY_POINT))


class ReplyPipe:
    """The judge's end of the pipe: whole replies, or their beginnings, as they come."""

    def __init__(self) -> None:
        self.descriptor, self.write_end = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self.descriptor, False)
        with suppress(OSError):  # a user has only so many pages for pipes: then it has the usual size
            fcntl(self.descriptor, F_SETPIPE_SZ, _PIPE_BYTES)
        # A reply that has come in part, and as much room as it needs at least: it is read to its place.
        self._long: memoryview[int] | None = None
        self._filled = 0

    def read(self) -> "tuple[Buffer | None, bool]":
        """Return what has arrived, if it is worth looking at, and whether more may be waiting."""
        try:
            if self._long is None:
                data = os.read(self.descriptor, _READ_BYTES)
                return data or None, len(data) >= _READ_BYTES
            count = os.readv(self.descriptor, [self._long[self._filled :]])
        except BlockingIOError:
            return None, False
        self._filled += count
        if self._filled < len(self._long):  # the middle of a long reply
            return None, count > 0
        whole, self._long = self._long, None
        return whole, True

    def keep(self, data: "Buffer", at: int) -> None:
        """Keep what follows `at`, the beginning of a reply, until the rest of it has come."""
        self._filled = len(data) - at
        # Its length has been found to be possible; memory that is not written to costs nothing.
        room = np.empty(_ALIGNED + self._filled + missing_bytes(data, at), np.uint8)
        self._long = room.data[_ALIGNED:]
        self._long[: self._filled] = data[at:]

    def close(self) -> None:
        """Close the end that is read."""
        os.close(self.descriptor)


class ReplyOrder:
    """Replies in the order in which the calls were asked for: nothing counts that comes after a fault.

    Attributes
    ----------
    due
        Position of the first call without an answer: IMPORT before the first, `count` after the last.
    fault
        How the replies broke the protocol, empty if they did not.
    queue
        Those that nobody has taken yet.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.due = IMPORT
        self.fault = ""
        self.queue: deque[Reply] = deque()

    def take(self, data: "Buffer") -> int:
        """Take the whole replies of `data`; return where what is left of it begins."""
        at = 0
        due, queue = self.due, self.queue
        try:
            while (reply := take_reply(data, at)) is not None:
                if reply.position != due or due == self.count:
                    raise WireError("the answer to another call than the one that was asked")  # noqa: TRY301
                due = due + 1 if due != IMPORT and reply.kind in _OF_CALLS else self._due_after(reply)
                at += HEADER.size + len(reply.payload)
                queue.append(reply)
        except WireError as fault:
            self.fault = str(fault)
        self.due = due
        return at

    def take_waiting(self, data: bytes) -> None:
        """Take the replies that waited on the shared page, some of which may have been written as well."""
        at = 0
        with suppress(WireError):
            while (reply := take_reply(data, at)) is not None:
                at += HEADER.size + len(reply.payload)
                if reply.position == self.due:
                    self.due = self._due_after(reply)
                    self.queue.append(reply)

    def _due_after(self, reply: Reply) -> int:
        """Return which position is to be answered after this one: one that nothing answers if none."""
        if reply.position != IMPORT and reply.kind in _OF_CALLS:
            return reply.position + 1
        if reply.position == IMPORT and reply.kind == Kind.LOADED:
            return 0
        if reply.position == IMPORT and reply.kind in _OF_IMPORT:
            return self.count
        raise WireError("an answer of the wrong kind")
