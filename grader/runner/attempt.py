"""One fork of the spawner, watched by the judge: its replies, its clocks, its end.

What has arrived counts before any limit: a limit is only held against a child that has nothing to show.
A limit or a crash is put down to the first call without an answer, counting those that wait on the shared
page. The child's own word for the call in progress decides nothing: with it, a hang could be moved to a case
that costs no points.
"""

import os
import select
import signal
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from fcntl import F_SETPIPE_SZ, fcntl
from typing import TYPE_CHECKING

import numpy as np

from grader.errors import JudgeFault
from grader.runner import frames
from grader.runner.clock import Clock, Over, Spent
from grader.runner.frames import (
    CALL,
    FIRST_CALL,
    HEADER,
    IMPORT,
    NOT_STARTED,
    STEP,
    Kind,
    Reply,
    missing_bytes,
    take_reply,
)
from grader.runner.launch import memory_file
from grader.runner.process import Process
from grader.runner.status import Limits, Status
from grader.runner.wire import WireError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.runner.wire import Buffer

OUTPUT_KEPT_BYTES = 64 * 1024

_READ_BYTES = 256 * 1024
# Of a large reply, as much as is read at once: in the usual 64 KiB judge and child take turns more often.
# Saves 0.8 of 26 ms of CPU for 2 MB of results.
_PIPE_BYTES = _READ_BYTES
_ALIGNED = -(HEADER.size + 3) % 8  # puts the elements of an array behind header and head at an even place
_FORK_S = 30.0
_END_S = 30.0
_SLICE_S = 0.25
_LEAST_WAIT_S = 0.001
_SECOND_NS = 1e-9
_NEAR = 7 / 8
_NEAR_DOUBLING = 1 / 4
_OF_CALLS = (int(Kind.VALUES), int(Kind.RAISED))
_OF_IMPORT = (int(Kind.RAISED), int(Kind.NOT_COMPILED), int(Kind.NO_ENTRY_POINT))


@dataclass(frozen=True, slots=True)
class Ended:
    """How an attempt ended without an answer to the call that was due, and which one that was."""

    status: Status
    detail: str
    place: int  # position of the first call without an answer, IMPORT before the first
    step: int = 0  # by the child's word
    began: bool = True  # whether it had got as far as the submission's first byte
    final: bool = False  # a limit of the whole submission: nothing more may be run


class ForkAttempt:
    """A fork that was asked for `count` calls, in order."""

    def __init__(
        self, process: Process, job: "Sequence[Buffer]", count: int, limits: Limits, spent: Spent
    ) -> None:
        self._process = process
        self._limits = limits
        self._spent = spent
        self._count = count
        self._due = IMPORT
        # A reply that has come in part, and as much room as it needs at least: it is read to its place.
        self._long: memoryview[int] | None = None
        self._filled = 0
        self._replies: deque[Reply] = deque()
        self._fault = ""
        self._outcome: Ended | None = None
        self._ended: tuple[int, int] | None = None  # wait status, peak bytes
        self._alive = True
        self._peak_bytes = 0
        process.wipe()
        self._output = memory_file("output")
        self._read_end, write_end = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._read_end, False)
        with suppress(OSError):  # a user has only so many pages for pipes: then it has the usual size
            fcntl(self._read_end, F_SETPIPE_SZ, _PIPE_BYTES)
        job_file = memory_file("job", job)
        try:
            process.send(b"R", [job_file, write_end, self._output])
            self._pid, self._handle = _forked(process)
        except BaseException:
            os.close(self._read_end)
            os.close(self._output)
            raise
        finally:
            os.close(job_file)
            os.close(write_end)
        self.clock = Clock(self._pid, limits, spent)
        self._poll = select.poll()
        self._poll.register(self._read_end, select.POLLIN)
        self._poll.register(process.link, select.POLLIN)

    def next(self) -> Reply | Ended:
        """Return the next reply, or how it ended without one. After an end, only `close` may follow."""
        if not self._replies and self._outcome is None:
            self.clock.enter()
            self._wait()
            self.clock.leave()
        if self._replies:
            return self._replies.popleft()
        assert self._outcome is not None
        return self._outcome

    def wait(self, longest_s: float) -> bool:
        """Wait for a while; return whether there is something for `next` to look at."""
        if self._replies or self._outcome is not None:
            return True
        self.clock.enter()
        try:
            return bool(self._poll.poll(longest_s * 1000))
        finally:
            self.clock.leave()

    def _wait(self) -> None:
        """Wait until there are replies, or an outcome, or both."""
        while True:
            more = not self._fault and self._read()  # nothing counts that comes after a fault
            if self._replies:
                return
            if self._fault:
                self._conclude(Status.PROTOCOL, self._fault, place=self._due)
            elif self._ended is not None:
                self._conclude(*self._how_it_ended(*self._ended))
            elif not more:
                self._pause(self._over_a_limit())
            else:
                self._over_a_limit()
            if self._outcome is not None:
                return

    def _pause(self, longest_s: float) -> None:
        """Wait until something happens, and hear of the child's end if it is that."""
        if self._outcome is not None:
            return
        for descriptor, events in self._poll.poll(longest_s * 1000):
            if descriptor != self._read_end:
                self._hear_or_lose()
            elif not events & select.POLLIN:  # closed by the child: nothing more to be told
                self._poll.unregister(self._read_end)

    def _read(self) -> bool:
        """Take in what has arrived; return whether more may be waiting."""
        try:
            if self._long is None:
                data: Buffer = os.read(self._read_end, _READ_BYTES)
                more = len(data) >= _READ_BYTES
            else:
                count = os.readv(self._read_end, [self._long[self._filled :]])
                self._filled += count
                if self._filled < len(self._long):  # the middle of a long reply
                    return count > 0
                data, self._long, more = self._long, None, True
        except BlockingIOError:
            return False
        if not data:
            return False
        at = 0
        due, replies = self._due, self._replies
        try:
            while (reply := take_reply(data, at)) is not None:
                if reply.position != due or due == self._count:
                    raise WireError("the answer to another call than the one that was asked")  # noqa: TRY301
                due = due + 1 if due != IMPORT and reply.kind in _OF_CALLS else self._due_after(reply)
                at += HEADER.size + len(reply.payload)
                replies.append(reply)
        except WireError as fault:
            self._fault = str(fault)
        self._due = due
        if at < len(data) and not self._fault:
            self._filled = len(data) - at
            # Its length has been found to be possible; memory that is not written to costs nothing.
            room = np.empty(_ALIGNED + self._filled + missing_bytes(data, at), np.uint8)
            self._long = room.data[_ALIGNED:]
            self._long[: self._filled] = data[at:]
        if replies:
            self._progress()
        return more

    def _due_after(self, reply: Reply) -> int:
        """Return which position is to be answered after this one: one that nothing answers if none."""
        if reply.position != IMPORT and reply.kind in _OF_CALLS:
            return reply.position + 1
        if reply.position == IMPORT and reply.kind == Kind.LOADED:
            return 0
        if reply.position == IMPORT and reply.kind in _OF_IMPORT:
            return self._count
        raise WireError("an answer of the wrong kind")

    def _progress(self) -> None:
        """Start the clocks of the next call, and end the child after its last word."""
        self.clock.progress()
        first = self._replies[0]
        if first.position == IMPORT:
            self.clock.imported(first.cpu_ns * _SECOND_NS, first.wall_ns * _SECOND_NS)
        if any(reply.kind == Kind.RAISED for reply in self._replies):
            self._peak_bytes = self._look_at_memory()
        if self._due == self._count:
            self._kill()

    def _over_a_limit(self) -> float:
        """See whether a limit has been reached; return how long to wait before the next look."""
        # An import that takes long is told when it ends. Of a quick one nothing may have come yet, and
        # then the page shows that it is over: who says so too early has the smaller limit.
        importing = self._due == IMPORT and self._process.cells[CALL] < FIRST_CALL
        found = self.clock.look(importing=importing)
        if self.printed_too_much():
            self._conclude(Status.OUTPUT, self.output_limit)
        elif isinstance(found, Over):
            self._conclude(Status.TIME, found.detail, final=found.final)
        else:
            return max(min(found, _SLICE_S), _LEAST_WAIT_S)
        return 0.0

    def _conclude(
        self, status: Status, detail: str, *, place: int | None = None, final: bool = False
    ) -> None:
        """End the child if it has not, take what it had still to tell unless `place` is known, and conclude.

        An honest child has put each answer on the page before it began the next call, so the first call
        without one is the call in progress.
        """
        self._kill()
        if place is None:
            self._hear_or_lose()
            self._take_waiting()
        cells = self._process.cells
        if self._due == IMPORT:
            self._outcome = Ended(status, detail, IMPORT, began=cells[CALL] != NOT_STARTED, final=final)
            return
        final = final or status is Status.OUTPUT
        self._outcome = Ended(status, detail, min(self._due, self._count - 1), cells[STEP], final=final)

    def _take_waiting(self) -> None:
        """Take the replies that had been written in part, or not yet, when the child ended."""
        while self._read():
            pass
        data, at = self._process.waiting(), 0
        with suppress(WireError):
            while (reply := take_reply(data, at)) is not None:
                at += HEADER.size + len(reply.payload)
                if reply.position == self._due:
                    self._due = self._due_after(reply)
                    self._replies.append(reply)

    def _how_it_ended(self, code: int, peak_bytes: int) -> tuple[Status, str]:
        """Say what the kernel reported of a child that nobody here has killed."""
        if self.printed_too_much():
            return Status.OUTPUT, self.output_limit
        if os.WIFEXITED(code):
            return Status.EXITED, f"exit status {os.WEXITSTATUS(code)}"
        number = os.WTERMSIG(code)
        if number == signal.SIGSYS and self._process.isolated:
            return Status.BLOCKED, "a system call that is not possible here"
        if number == signal.SIGKILL and peak_bytes >= self._limits.memory_bytes * _NEAR:
            return Status.MEMORY, f"ended by the kernel at {_mib(peak_bytes)}"
        if number == signal.SIGXCPU and self.clock.outlasted_kernel():
            return Status.TIME, "the kernel's limit of CPU time, while the judge was held up"
        name = signal.Signals(number).name if number in signal.valid_signals() else f"signal {number}"
        return Status.CRASHED, name

    def is_about_memory(self, asked_for: int) -> bool:
        """Say whether the limit explains a failed allocation of so many bytes (1: unknown)."""
        limit = self._limits.memory_bytes
        if asked_for == 1:  # a list or a dict that grows asks for twice what it has, and holds that too
            return self._peak_bytes >= limit * _NEAR_DOUBLING
        return self._peak_bytes >= limit * _NEAR or asked_for > limit - self._peak_bytes

    def _look_at_memory(self) -> int:
        """Return the most address space above the baseline that the living child has had."""
        try:
            with open(f"/proc/{self._pid}/status", "rb") as file:  # noqa: PTH123
                for line in file:
                    if line.startswith(b"VmPeak:"):
                        return max(int(line.split()[1]) * 1024 - self._process.baseline_bytes, 0)
        except OSError:
            pass
        return 0

    def _kill(self) -> None:
        if self._alive:
            self._alive = False
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def _hear_or_lose(self) -> None:
        """Take the spawner's report; where a submission can end the spawner, it is taken to have done so."""
        if self._ended is None:
            try:
                self._hear_of_the_end(time.monotonic() + _END_S)
            except JudgeFault:
                if self._process.isolated:
                    raise
                self._ended = (0, 0)
                detail = "ended the process that had started it"
                self._conclude(Status.CRASHED, detail)

    def _hear_of_the_end(self, deadline: float) -> None:
        """Take the spawner's report of how the child ended.

        Raises
        ------
        JudgeFault
            If the spawner has gone.
        """
        try:
            message = self._process.receive(deadline)[0]
        except TimeoutError:
            message = b""
        if len(message) != frames.ENDED.size:
            self._process.broken = True
            raise JudgeFault("the sandbox's process has gone")
        _, _, code, user_s, system_s, peak_kib = frames.ENDED.unpack(message)
        peak_bytes = max(peak_kib * 1024 - self._process.resident_bytes, 0)
        self._ended = (code, peak_bytes)
        self.clock.end(user_s + system_s)
        self._spent.cpu_s += user_s + system_s
        self._spent.peak_bytes = max(self._spent.peak_bytes, peak_bytes)
        self._alive = False

    @property
    def memory_limit(self) -> str:
        """The limit on memory in words, and how much of it was taken."""
        return f"{_mib(self._limits.memory_bytes)}, of which {_mib(self._peak_bytes)} were in use"

    @property
    def output_limit(self) -> str:
        """The limit on printed text, in words."""
        return f"{_mib(self._limits.output_bytes)} of printed text"

    def printed_too_much(self) -> bool:
        """Say whether the printed text of all attempts has reached its limit."""
        return self._spent.output_bytes + os.fstat(self._output).st_size >= self._limits.output_bytes

    def printed(self, start: int, end: int) -> str:
        """Return the printed text between two places, cut to what is kept."""
        end = min(end, os.fstat(self._output).st_size)  # both are the child's word
        length = min(max(end - start, 0), OUTPUT_KEPT_BYTES)
        return os.pread(self._output, length, start).decode(errors="replace") if length else ""

    def close(self) -> None:
        """End the child, and add what it used to what is spent."""
        self._kill()
        try:
            if self._ended is None and not self._process.broken:
                with suppress(JudgeFault):
                    self._hear_of_the_end(time.monotonic() + _END_S)
            began_calls = self._due != IMPORT or self._process.cells[CALL] >= FIRST_CALL
            self.clock.add_to_spent(calls=began_calls)
            self._spent.output_bytes += os.fstat(self._output).st_size
        finally:
            for descriptor in (self._read_end, self._output, self._handle):
                os.close(descriptor)


def _forked(process: Process) -> tuple[int, int]:
    """Return process id and pidfd of the fork that the spawner has made."""
    try:
        message, descriptors = process.receive(time.monotonic() + _FORK_S)
    except TimeoutError:
        message, descriptors = b"", []
    if len(message) != frames.FORKED.size or len(descriptors) != 1:
        process.broken = True
        raise JudgeFault("the sandbox's process has gone")
    pid: int = frames.FORKED.unpack(message)[1]
    return pid, descriptors[0]


def _mib(count: int) -> str:
    return f"{count / 2**20:.3g} MiB" if count >= 2**20 else f"{count / 2**10:.3g} KiB"
