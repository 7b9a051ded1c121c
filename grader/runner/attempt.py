"""One fork of the spawner, watched by the judge: its replies, its clocks, its end.

What has arrived counts before any limit: a limit is only held against a child that has nothing to show.
A limit or a crash is put down to the first call without an answer, counting those that wait on the shared
page. The child's own word for the call in progress decides nothing: with it, a hang could be moved to a case
that costs no points.
"""

import os
import select
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.errors import JudgeFault
from grader.runner import frames
from grader.runner.amounts import MemoryUse, PrintedText
from grader.runner.child_process import ChildProcess, fate
from grader.runner.clock import Clock, Over, Spent
from grader.runner.frames import CALL, FIRST_CALL, IMPORT, NOT_STARTED, STEP, Kind, Reply
from grader.runner.launch import memory_file
from grader.runner.process import Process
from grader.runner.replies import ReplyOrder, ReplyPipe
from grader.runner.status import Limits, Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.runner.wire import Buffer

_FORK_S = 30.0
_SLICE_S = 0.25
_LEAST_WAIT_S = 0.001
_SECOND_NS = 1e-9


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
        self._replies = ReplyOrder(count)
        self._outcome: Ended | None = None
        process.wipe()
        self.output = PrintedText(limits.output_bytes, spent)
        self._pipe = ReplyPipe()
        job_file = memory_file("job", job)
        try:
            process.send(b"R", [job_file, self._pipe.write_end, self.output.descriptor])
            pid, handle = _forked(process)
        except BaseException:
            self._pipe.close()
            self.output.close()
            raise
        finally:
            os.close(job_file)
            os.close(self._pipe.write_end)
        self._child = ChildProcess(process, pid, handle)
        self.memory = MemoryUse(pid, limit_bytes=limits.memory_bytes, baseline_bytes=process.baseline_bytes)
        self.clock = Clock(pid, limits, spent)
        self._poll = select.poll()
        self._poll.register(self._pipe.descriptor, select.POLLIN)
        self._poll.register(process.link, select.POLLIN)

    def next(self) -> Reply | Ended:
        """Return the next reply, or how it ended without one. After an end, only `close` may follow."""
        queue = self._replies.queue
        if not queue and self._outcome is None:
            self.clock.enter()
            self._wait()
            self.clock.leave()
        if queue:
            return queue.popleft()
        assert self._outcome is not None
        return self._outcome

    def wait(self, longest_s: float) -> bool:
        """Wait for a while; return whether there is something for `next` to look at."""
        if self._replies.queue or self._outcome is not None:
            return True
        self.clock.enter()
        try:
            return bool(self._poll.poll(longest_s * 1000))
        finally:
            self.clock.leave()

    def _wait(self) -> None:
        """Wait until there are replies, or an outcome, or both."""
        while True:
            more = not self._replies.fault and self._read()  # nothing counts that comes after a fault
            if self._replies.queue:
                return
            if self._replies.fault:
                self._conclude(Status.PROTOCOL, self._replies.fault, place=self._replies.due)
            elif self._child.ended is not None:
                self._conclude(*self._how_it_ended(*self._child.ended))
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
            if descriptor != self._pipe.descriptor:
                self._hear_or_lose()
            elif not events & select.POLLIN:  # closed by the child: nothing more to be told
                self._poll.unregister(self._pipe.descriptor)

    def _read(self) -> bool:
        """Take in what has arrived; return whether more may be waiting."""
        data, more = self._pipe.read()
        if data is not None:
            replies = self._replies
            at = replies.take(data)
            if at < len(data) and not replies.fault:
                self._pipe.keep(data, at)
            if replies.queue:
                self._progress()
        return more

    def _progress(self) -> None:
        """Start the clocks of the next call, and end the child after its last word."""
        self.clock.progress()
        queue = self._replies.queue
        first = queue[0]
        if first.position == IMPORT:
            self.clock.imported(first.cpu_ns * _SECOND_NS, first.wall_ns * _SECOND_NS)
        if any(reply.kind == Kind.RAISED for reply in queue):
            self.memory.look()
        if self._replies.due == self._replies.count:
            self._child.kill()

    def _over_a_limit(self) -> float:
        """See whether a limit has been reached; return how long to wait before the next look."""
        # An import that takes long is told when it ends. Of a quick one nothing may have come yet, and
        # then the page shows that it is over: who says so too early has the smaller limit.
        importing = self._replies.due == IMPORT and self._process.cells[CALL] < FIRST_CALL
        found = self.clock.look(importing=importing)
        if self.output.too_much():
            self._conclude(Status.OUTPUT, self.output.limit)
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
        self._child.kill()
        if place is None:
            self._hear_or_lose()
            self._take_waiting()
        cells = self._process.cells
        due, last = self._replies.due, self._replies.count - 1
        if due == IMPORT:
            self._outcome = Ended(status, detail, IMPORT, began=cells[CALL] != NOT_STARTED, final=final)
            return
        final = final or status is Status.OUTPUT
        self._outcome = Ended(status, detail, min(due, last), cells[STEP], final=final)

    def _take_waiting(self) -> None:
        """Take the replies that had been written in part, or not yet, when the child ended."""
        while self._read():
            pass
        self._replies.take_waiting(self._process.waiting())

    def _how_it_ended(self, code: int, peak_bytes: int) -> tuple[Status, str]:
        """Say what the kernel reported of a child that nobody here has killed."""
        if self.output.too_much():
            return Status.OUTPUT, self.output.limit
        return fate(
            code,
            peak_bytes,
            memory_bytes=self._limits.memory_bytes,
            isolated=self._process.isolated,
            outlasted=self.clock.outlasted_kernel(),
        )

    def _hear_or_lose(self) -> None:
        """Take the spawner's report; where a submission can end the spawner, it is taken to have done so."""
        if self._child.ended is None:
            try:
                self._hear_of_the_end()
            except JudgeFault:
                if self._process.isolated:
                    raise
                self._child.ended = (0, 0)
                detail = "ended the process that had started it"
                self._conclude(Status.CRASHED, detail)

    def _hear_of_the_end(self) -> None:
        """Take the spawner's report, and add what the child used to what is spent."""
        used_s = self._child.hear_of_end()
        assert self._child.ended is not None
        self.clock.end(used_s)
        self._spent.cpu_s += used_s
        self._spent.peak_bytes = max(self._spent.peak_bytes, self._child.ended[1])

    def close(self) -> None:
        """End the child, and add what it used to what is spent."""
        self._child.kill()
        try:
            if self._child.ended is None and not self._process.broken:
                with suppress(JudgeFault):
                    self._hear_of_the_end()
            began_calls = self._replies.due != IMPORT or self._process.cells[CALL] >= FIRST_CALL
            self.clock.add_to_spent(calls=began_calls)
            self.output.add_to_spent()
        finally:
            self._pipe.close()
            self.output.close()
            self._child.close()


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
