"""One fork of the spawner, watched by the judge: its replies, its clocks, its end.

The clocks are the judge's. CPU is the child's own process clock, read from here; a call may use its
limit from the last reply that answered something to the next. As replies wait for a millisecond at most,
an honest batch holds at most one call that is longer than that, so this measures calls without
believing the child anything: bytes that complete no reply extend nothing, and the page with the call
in progress decides which call a limit is put down to, never whether it is.

The judge's own work between two looks is taken off the wall clock. What has arrived meanwhile counts:
a limit is only held against a child that has nothing to show.
"""

import os
import select
import signal
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.errors import JudgeFault
from grader.runner import frames
from grader.runner.child import FIRST_CALL, NOT_STARTED
from grader.runner.frames import HEADER, IMPORT, Kind, Reply, take_reply
from grader.runner.launch import Process, memory_file
from grader.runner.status import Limits, Status
from grader.runner.wire import WireError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.runner.wire import Buffer

OUTPUT_KEPT_BYTES = 64 * 1024

_READ_BYTES = 256 * 1024
_FORK_S = 30.0
_END_S = 30.0
_SLICE_S = 0.25
_LEAST_WAIT_S = 0.001
# A batch may hold a millisecond of other calls before a long one. Where a process has a CPU limit the
# kernel counts its time by ticks, of up to 10 ms.
_SLACK_S = 0.02
_NEAR = 7 / 8
_OF_CALLS = (int(Kind.VALUES), int(Kind.RAISED))
_OF_IMPORT = (int(Kind.RAISED), int(Kind.NOT_COMPILED), int(Kind.NO_ENTRY_POINT))


@dataclass(frozen=True, slots=True)
class Ended:
    """How an attempt ended without an answer to the call that was due, and where it was by its page."""

    status: Status
    detail: str
    place: int  # position of the call in progress, IMPORT before the first
    step: int = 0
    began: bool = True  # whether it had got as far as the submission's first byte
    final: bool = False  # a limit of the whole submission: nothing more may be run


@dataclass(slots=True)
class Spent:
    """What all attempts of one submission have used so far."""

    calls_cpu_s: float = 0.0
    calls_wall_s: float = 0.0
    output_bytes: int = 0
    cpu_s: float = 0.0
    peak_bytes: int = 0


class Attempt:
    """A fork that was asked for `count` calls, in order."""

    def __init__(
        self, process: Process, job: "Sequence[Buffer]", count: int, limits: Limits, spent: Spent
    ) -> None:
        self._process = process
        self._limits = limits
        self._spent = spent
        self._count = count
        self._due = IMPORT
        self._rest = b""  # the beginning of a reply
        self._replies: deque[Reply] = deque()
        self._fault = ""
        self._used: tuple[int, float, int] | None = None  # wait status, CPU seconds, peak bytes
        self._alive = True
        self._peak_bytes = 0
        process.cells[0] = process.cells[1] = 0
        self._output = memory_file("output")
        self._read_end, write_end = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self._read_end, False)
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
        self._clock = (~self._pid << 3) | 2  # the kernel's name for the CPU clock of a process
        self._cpu_s = self._mark_cpu = self._loaded_cpu = 0.0
        self._forked_at = self._mark_wall = self._left = self._began_calls = time.monotonic()
        self._poll = select.poll()
        self._poll.register(self._read_end, select.POLLIN)
        self._poll.register(process.link, select.POLLIN)

    def next(self) -> Reply | Ended:
        """Return the next reply, or how it ended without one. After an end, only `close` may follow."""
        if not self._replies:
            away = time.monotonic() - self._left
            self._mark_wall += away
            self._began_calls += away
            ended = self._wait()
            self._left = time.monotonic()
            if ended is not None:
                return ended
        return self._replies.popleft()

    def _wait(self) -> Ended | None:
        """Wait until replies are there, or return how it ended without one."""
        while True:
            reading = self._read()
            if self._replies:
                return None
            if self._fault:
                return self._end(Status.PROTOCOL, self._fault, self._due)
            if self._used is not None:
                return self._ended_itself()
            outcome = self._over_a_limit()
            if isinstance(outcome, Ended):
                return outcome
            if reading:
                continue
            for descriptor, events in self._poll.poll(outcome * 1000):
                if descriptor == self._read_end:
                    if not events & select.POLLIN:  # closed by the child: nothing more to be told
                        self._poll.unregister(self._read_end)
                else:
                    self._hear_of_the_end(time.monotonic() + _END_S)

    def _read(self) -> bool:
        """Take in what has arrived; return whether more may be waiting."""
        try:
            data = os.read(self._read_end, _READ_BYTES)
        except BlockingIOError:
            return False
        if not data:
            return False
        if self._rest:
            data = self._rest + data
        at = 0
        due, replies = self._due, self._replies
        try:
            while (reply := take_reply(data, at)) is not None:
                if reply.position != due:
                    raise WireError("the answer to another call than the one that was asked")  # noqa: TRY301
                if due == IMPORT or reply.kind not in _OF_CALLS:
                    due = self._due_after_import(reply)
                else:
                    due += 1
                at += HEADER.size + len(reply.payload)
                replies.append(reply)
        except WireError as fault:
            self._fault = str(fault)
        self._due = due
        self._rest = data[at:]
        if replies:
            self._progress()
        return len(data) >= _READ_BYTES

    def _due_after_import(self, reply: Reply) -> int:
        """Return which position is to be answered after this one: one that nothing answers if none."""
        if reply.position == IMPORT and reply.kind == Kind.LOADED:
            return 0
        if reply.position == IMPORT and reply.kind in _OF_IMPORT:
            return self._count
        raise WireError("an answer of the wrong kind")

    def _progress(self) -> None:
        """Start the clocks of the next call, and end the child after its last word."""
        self._cpu_s = self._cpu()
        self._mark_cpu, self._mark_wall = self._cpu_s, time.monotonic()
        if self._replies[0].position == IMPORT:
            self._loaded_cpu, self._began_calls = self._mark_cpu, self._mark_wall
        if any(reply.kind == Kind.RAISED for reply in self._replies):
            self._peak_bytes = self._look_at_memory()
        if self._due == self._count:
            self._kill()

    def _over_a_limit(self) -> Ended | float:
        """Return the end that a limit has brought, or how long none can be reached."""
        limits, spent = self._limits, self._spent
        self._cpu_s, now = self._cpu(), time.monotonic()
        # An import that takes long is told when it ends. Of a quick one nothing may have come yet, and
        # then the page shows that it is over: who says so too early has the smaller limit.
        importing = self._due == IMPORT and self._process.cells[0] < FIRST_CALL
        limit_s = limits.import_s if importing else limits.cpu_s_call
        what = "the import" if importing else "one call"
        cpu_left = limit_s + _SLACK_S - (self._cpu_s - self._mark_cpu)
        if cpu_left <= 0:
            return self._timed_out(f"{limit_s:g} s of CPU time for {what}")
        wall_left = limit_s * limits.wall_factor - (now - self._mark_wall)
        if wall_left <= 0:
            return self._timed_out(f"{limit_s * limits.wall_factor:g} s of waiting for {what}")
        left = min(cpu_left, wall_left, _SLICE_S)
        if not importing:
            total_s = limits.cpu_s_total
            cpu_left = total_s + _SLACK_S - spent.calls_cpu_s - (self._cpu_s - self._loaded_cpu)
            if cpu_left <= 0:
                return self._timed_out(f"{total_s:g} s of CPU time in all", final=True)
            wall_left = total_s * limits.wall_factor - spent.calls_wall_s - (now - self._began_calls)
            if wall_left <= 0:
                return self._timed_out(f"{total_s * limits.wall_factor:g} s of waiting in all", final=True)
            left = min(left, cpu_left, wall_left)
        if self.printed_too_much():
            return self._end(Status.OUTPUT, self.output_limit, None, final=True)
        return max(left, _LEAST_WAIT_S)

    def _timed_out(self, detail: str, *, final: bool = False) -> Ended:
        if self.printed_too_much():
            return self._end(Status.OUTPUT, self.output_limit, None, final=True)
        return self._end(Status.TIME, detail, None, final=final)

    def _end(self, status: Status, detail: str, place: int | None, *, final: bool = False) -> Ended:
        """Kill the child, and say where it was: by its page, unless `place` is known."""
        self._kill()
        cell, step = self._process.cells[0], self._process.cells[1]
        if self._due == IMPORT and (cell < FIRST_CALL or place == IMPORT):
            return Ended(status, detail, IMPORT, began=cell != NOT_STARTED, final=final)
        due = 0 if self._due == IMPORT else self._due
        if place is None:
            place = cell - FIRST_CALL
            if not due <= place < self._count:
                place = due
        return Ended(status, detail, place, step, final=final)

    def _ended_itself(self) -> Ended:
        """Say what the kernel reported of a child that nobody here has killed."""
        assert self._used is not None
        code, _, peak_bytes = self._used
        if self.printed_too_much():
            return self._end(Status.OUTPUT, self.output_limit, None, final=True)
        if os.WIFEXITED(code):
            return self._end(Status.EXITED, f"exit status {os.WEXITSTATUS(code)}", None)
        number = os.WTERMSIG(code)
        name = signal.Signals(number).name if number in signal.valid_signals() else f"signal {number}"
        if number == signal.SIGSYS and self._process.isolated:
            return self._end(Status.BLOCKED, "a system call that is not possible here", None)
        if number == signal.SIGKILL and peak_bytes >= self._limits.memory_bytes * _NEAR:
            return self._end(Status.MEMORY, f"ended by the kernel at {_mib(peak_bytes)}", None)
        return self._end(Status.CRASHED, name, None)

    def is_about_memory(self, asked_for: int) -> bool:
        """Say whether the limit explains a failed allocation of so many bytes (1: unknown)."""
        limit = self._limits.memory_bytes
        return self._peak_bytes >= limit * _NEAR or asked_for > max(limit - self._peak_bytes, 1)

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

    def _cpu(self) -> float:
        if self._used is not None:
            return self._used[1]
        try:
            return time.clock_gettime(self._clock)
        except OSError:  # it has just ended
            return self._cpu_s

    def _kill(self) -> None:
        if self._alive:
            self._alive = False
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)

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
        self._used = (code, user_s + system_s, peak_bytes)
        self._alive = False

    @property
    def output_limit(self) -> str:
        """The limit on printed text, in words."""
        return f"{_mib(self._limits.output_bytes)} of printed text"

    def printed_too_much(self) -> bool:
        """Say whether the printed text of all attempts has reached its limit."""
        return self._spent.output_bytes + os.fstat(self._output).st_size >= self._limits.output_bytes

    def printed(self, start: int, end: int) -> str:
        """Return the printed text between two places, cut to what is kept."""
        length = min(max(end - start, 0), OUTPUT_KEPT_BYTES)
        return os.pread(self._output, length, start).decode(errors="replace") if length else ""

    def wall_so_far(self) -> float:
        """Return an upper bound for the wall time of what has been told so far."""
        return self._mark_wall - self._forked_at

    @property
    def elapsed(self) -> tuple[float, float]:
        """CPU and wall seconds since the last progress, by the judge's clocks."""
        return max(self._cpu_s - self._mark_cpu, 0.0), max(self._left - self._mark_wall, 0.0)

    def close(self) -> None:
        """End the child, and add what it used to what is spent."""
        self._kill()
        spent = self._spent
        try:
            if self._used is None and not self._process.broken:
                with suppress(JudgeFault):
                    self._hear_of_the_end(time.monotonic() + _END_S)
            if self._used is not None:
                spent.cpu_s += self._used[1]
                spent.peak_bytes = max(spent.peak_bytes, self._used[2])
            if self._due != IMPORT or self._process.cells[0] >= FIRST_CALL:
                spent.calls_cpu_s += max(self._cpu_s - self._loaded_cpu, 0.0)
                spent.calls_wall_s += max(self._left - self._began_calls, 0.0)
            spent.output_bytes += os.fstat(self._output).st_size
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
    return f"{count / 2**20:.3g} MiB"
