"""A fork of the spawner as the kernel knows it: alive, killed, or ended in some way."""

import os
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from grader.errors import JudgeFault
from grader.runner import frames
from grader.runner.amounts import NEAR, mib
from grader.runner.status import Status

if TYPE_CHECKING:
    from grader.runner.process import Process

_END_S = 30.0


class ChildProcess:
    """The process that runs a submission.

    Attributes
    ----------
    ended
        Wait status and peak of memory in bytes, by the spawner's report; None before it.
    """

    def __init__(self, process: "Process", pid: int, handle: int) -> None:
        self._process = process
        self._handle = handle
        self._alive = True
        self.pid = pid
        self.ended: tuple[int, int] | None = None

    def kill(self) -> None:
        """End it, if it has not ended."""
        if self._alive:
            self._alive = False
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def hear_of_end(self) -> float:
        """Take the spawner's report of how it ended; return the CPU seconds that it used.

        Raises
        ------
        JudgeFault
            If the spawner has gone.
        """
        try:
            message = self._process.receive(time.monotonic() + _END_S)[0]
        except TimeoutError:
            message = b""
        if len(message) != frames.ENDED.size:
            self._process.broken = True
            raise JudgeFault("the sandbox's process has gone")
        _, _, code, user_s, system_s, peak_kib = frames.ENDED.unpack(message)
        self.ended = (code, max(peak_kib * 1024 - self._process.resident_bytes, 0))
        self._alive = False
        used_s: float = user_s + system_s
        return used_s

    def close(self) -> None:
        """Let go of its handle."""
        os.close(self._handle)


def fate(
    code: int, peak_bytes: int, *, memory_bytes: int, isolated: bool, outlasted: bool
) -> tuple[Status, str]:
    """Say what the kernel reported of a child that nobody here has killed.

    `memory_bytes` is its limit; `outlasted` says whether it used more CPU time than all limits allow.
    """
    if os.WIFEXITED(code):
        return Status.EXITED, f"exit status {os.WEXITSTATUS(code)}"
    number = os.WTERMSIG(code)
    if number == signal.SIGSYS and isolated:
        return Status.BLOCKED, "a system call that is not possible here"
    if number == signal.SIGKILL and peak_bytes >= memory_bytes * NEAR:
        return Status.MEMORY, f"ended by the kernel at {mib(peak_bytes)}"
    if number == signal.SIGXCPU and outlasted:
        return Status.TIME, "the kernel's limit of CPU time, while the judge was held up"
    name = signal.Signals(number).name if number in signal.valid_signals() else f"signal {number}"
    return Status.CRASHED, name
