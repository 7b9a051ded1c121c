"""The spawner's process, from the judge's side: its order, what it shares with the judge, its messages.

The interpreter has been started before (`launch`), and may be far with its loading; here it gets its order
and the inputs.
"""

import os
import socket
import sys
import time
from contextlib import suppress
from mmap import mmap
from typing import TYPE_CHECKING

from grader.errors import IsolationError, JudgeFault
from grader.runner import frames, wire
from grader.runner.launch import SpawnerInterpreter, memory_file
from grader.runner.packages import Packages, refuse_overlap

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_START_S = 60.0
_EMPTY_PAGE = bytes(frames.PAGE_BYTES)
_LARGEST_MESSAGE = 256 * 1024


class Process:
    """A spawner's process, from the judge's side. It is started at once and gets ready meanwhile."""

    def __init__(
        self,
        order: dict[str, object],
        packages: Packages,
        inputs: int,
        started: SpawnerInterpreter | None = None,
    ) -> None:
        """Start.

        Parameters
        ----------
        inputs
            A memory file with the encoded calls; it stays the caller's.
        started
            An interpreter that is on its way already, with the same packages; it is ours from now on.
        """
        self._interpreter = SpawnerInterpreter(packages) if started is None else started
        self.link = self._interpreter.link
        self._ended = self._interpreter.ended
        self.baseline_bytes = 0
        self.resident_bytes = 0
        self.readable: list[str] = []
        self.isolated = bool(order["isolated"])
        self.broken = False
        self._ready = False
        page = os.memfd_create("page", os.MFD_CLOEXEC)
        os.ftruncate(page, frames.PAGE_BYTES)
        self._page = mmap(page, frames.PAGE_BYTES)
        self.cells = memoryview(self._page)[: frames.PAGE_HEAD].cast("I")
        order = {**order, "readable": packages.readable}
        files = [memory_file("order", [wire.encode_value(order)]), os.dup(inputs), page]
        try:
            with suppress(OSError):  # it has gone already: what it said last is read when it should be ready
                socket.send_fds(self.link, [b"O"], files)
        finally:
            for descriptor in files:
                os.close(descriptor)

    @property
    def _pid(self) -> int:
        return self._interpreter.pid

    def wait_until_ready(self, forbidden: "Sequence[Path]") -> None:
        """Wait for the spawner to have loaded everything and confined itself.

        Raises
        ------
        IsolationError
            If it can't be started or confined, or could read what it must not.
        """
        if self._ready:
            return
        self.broken = True
        try:
            message = self.receive(time.monotonic() + _START_S, _LARGEST_MESSAGE)[0]
        except TimeoutError:
            raise IsolationError(f"the sandbox did not get ready within {_START_S:.0f} s") from None
        if message[:1] == frames.FAILED:
            raise IsolationError(message[1:].decode(errors="replace"))
        if message[:1] != frames.READY:
            raise IsolationError(self._why_not())
        told = wire.decode_value(message[1:])
        self.readable = told["readable"]
        self.baseline_bytes, self.resident_bytes = told["baseline_bytes"], told["resident_bytes"]
        refuse_overlap(self.readable, forbidden)
        self._ready = True
        self.broken = False

    def _why_not(self) -> str:
        executable = os.path.realpath(sys.executable)
        if self._interpreter.fault is not None:
            return f"{executable} can't be started by this user: {self._interpreter.fault.strerror}"
        lines = os.pread(self._interpreter.log, 4096, 0).decode(errors="replace").strip().splitlines()
        said = f": {wire.printable(lines[-1], 300)}" if lines else ""
        return f"{executable} ended before the sandbox was ready{said}"

    def wipe(self) -> None:
        """Clear all of the shared page: what one submission writes there is not for the next."""
        self._page[:] = _EMPTY_PAGE

    def waiting(self) -> bytes:
        """Return the replies that a child had not yet written when it ended."""
        count = self.cells[frames.WAITING]
        return self._page[frames.PAGE_HEAD : frames.PAGE_HEAD + min(count, frames.PAGE_BYTES)]

    def send(self, message: bytes, descriptors: "Sequence[int]") -> None:
        """Send a message; there is never more than one under way, so this does not block.

        Raises
        ------
        JudgeFault
            If the spawner has gone.
        """
        try:
            socket.send_fds(self.link, [message], descriptors)
        except ConnectionError:
            self.broken = True
            raise JudgeFault("the sandbox's process has gone") from None

    def receive(self, deadline: float, size: int = 128) -> tuple[bytes, list[int]]:
        """Return the next message and the descriptors beside it; an empty one when the spawner has gone.

        Raises
        ------
        TimeoutError
            At the deadline (of `time.monotonic`).
        """
        try:
            return self._received(deadline, size)
        except ConnectionError:
            # It ended with something unread: the kernel says so once, ahead of what it has said last.
            with suppress(ConnectionError):
                return self._received(deadline, size)
            return b"", []

    def _received(self, deadline: float, size: int) -> tuple[bytes, list[int]]:
        self.link.settimeout(max(0.0, deadline - time.monotonic()) or 1e-6)
        try:
            message, descriptors, _, _ = socket.recv_fds(self.link, size, 1, socket.MSG_CMSG_CLOEXEC)
        except BlockingIOError:
            raise TimeoutError from None
        finally:
            self.link.settimeout(0)
        return message, descriptors

    @property
    def usable(self) -> bool:
        """Whether the process is there and in step, as far as is known."""
        return not self.broken and not self._ended.is_set()

    def close(self) -> None:
        """End the process, and everything that it started, at once."""
        self._interpreter.close()
        self.cells.release()
        self._page.close()
