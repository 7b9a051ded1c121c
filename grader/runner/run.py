"""One submission on its calls: results in order, whatever happens to the processes that make them."""

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Self

import numpy as np

from grader.bounds import MAX_SOURCE_BYTES
from grader.errors import JudgeFault
from grader.runner.attempt import Ended, ForkAttempt
from grader.runner.claims import read_names, read_parameters, read_raised
from grader.runner.clock import Spent
from grader.runner.frames import IMPORT, Kind, Reply, read_values
from grader.runner.status import Limits, Raised, RunResult, Status, Usage
from grader.runner.wire import OBJECT_BYTES, UnsupportedValue, WireError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_SECOND_NS = 1e-9


class KernelRun:
    """An iterator over the results of the calls, in the order in which they were asked for.

    A call in which the process ended, or was ended, keeps that; what had not been answered before it and
    what comes after it goes to a new fork, up to a number of times. An import that failed is not tried
    again. `close` ends a run that is not iterated to its end.
    """

    def __init__(
        self,
        source: bytes,
        calls: "Sequence[int]",
        shapes: "Sequence[tuple[int, ...]]",
        limits: Limits,
        fork: "Callable[[Sequence[int], Spent], ForkAttempt]",
    ) -> None:
        """Start. `calls` are the numbers under which results are told, `shapes` the `shape_of` each."""
        self.usage = Usage()
        self._calls = calls
        self._steps = [len(shape) for shape in shapes]
        self._counts = [sum(shape) for shape in shapes]
        self._shapes = shapes
        self._limits = limits
        self._fork = fork
        self._spent = Spent()
        self._began = monotonic()
        self._next = 0
        self._settled: dict[int, RunResult] = {}
        self._rest: RunResult | None = None  # what all others get, once nothing more is run
        self._forks_left = 1 + limits.reforks
        self._places: Sequence[int] = ()  # position in the attempt → position in `calls`
        self._output_end = 0
        self._kept_bytes = 0
        self._last_line = 1 + source.count(b"\n") + source.count(b"\r")
        self._attempt: ForkAttempt | None = None
        if len(source) > MAX_SOURCE_BYTES:
            message = f"the file has {len(source):,} bytes, more than {MAX_SOURCE_BYTES:,}"
            raised = Raised("SyntaxError", "SyntaxError", message)
            self._rest = RunResult(0, Status.NOT_COMPILED, raised=raised, at_import=True)
        elif calls:
            self._start()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> RunResult:
        while True:
            result = self._at_hand()
            if result is None:
                result = self._hear()
            if result is not None:
                self._next += 1
                if self._next == len(self._calls):
                    self.close()
                return result

    def wait(self, longest_s: float) -> bool:
        """Wait at most so long for the next result; return whether it is worth asking for by now."""
        if self._rest is not None or self._next in self._settled or self._attempt is None:
            return True
        return self._attempt.wait(longest_s)

    def _at_hand(self) -> RunResult | None:
        """Return the next result if it is known without asking the child."""
        if self._next == len(self._calls):
            self.close()
            raise StopIteration
        if self._settled and self._next in self._settled:
            return self._settled.pop(self._next)
        if self._rest is not None:
            return replace(self._rest, call=self._calls[self._next])
        return None

    def _start(self) -> None:
        self._forks_left -= 1
        self._output_end = 0
        self._places = [p for p in range(self._next, len(self._calls)) if p not in self._settled]
        self._attempt = self._fork([self._calls[place] for place in self._places], self._spent)

    def _hear(self) -> RunResult | None:
        """Take one reply or one end from the child; return the next result if that was it."""
        if self._attempt is None:
            self._start()
        attempt = self._attempt
        assert attempt is not None
        try:
            event = attempt.next()
            if isinstance(event, Reply):
                try:
                    return self._answered(attempt, event)
                except WireError as fault:
                    event = Ended(Status.PROTOCOL, str(fault), event.position)
        except JudgeFault:
            self.close()
            raise
        self._ended(attempt, event)
        return None

    def _answered(self, attempt: ForkAttempt, reply: Reply) -> RunResult | None:
        end = reply.output_end
        output = ""
        if end > self._output_end:
            output = attempt.output.text(self._output_end, end)
            self._output_end = end
        if reply.position == IMPORT:
            self._imported(attempt, reply, output)
            return None
        place = self._places[reply.position]
        call = self._calls[place]
        longest_s = attempt.clock.wall_so_far()
        wall_s = min(reply.wall_ns * _SECOND_NS, longest_s)
        cpu_s = min(reply.cpu_ns * _SECOND_NS, longest_s)
        if reply.kind == Kind.VALUES:
            values, changed = self._values(reply, self._counts[place], self._steps[place])
            status = Status.RETURNED
            arguments = None
            if len(values) > self._steps[place]:
                values, arguments = _parted(values, self._shapes[place])
            result = RunResult(
                call, status, values, None, False, 0, changed, "", output, wall_s, cpu_s, arguments
            )
        else:
            result = replace(
                self._told(attempt, reply, self._steps[place]),
                call=call,
                output=output,
                wall_s=wall_s,
                cpu_s=cpu_s,
            )
        if output and attempt.output.too_much():
            self._rest = RunResult(0, Status.SKIPPED, detail=f"not run: the limit was {attempt.output.limit}")
            self._close_attempt()
            return replace(result, status=Status.OUTPUT, values=(), detail=attempt.output.limit)
        return result

    def _values(
        self, reply: Reply, count: int, steps: int
    ) -> tuple[tuple[object, ...], tuple[tuple[int, int], ...]]:
        """Return values and changes, or names of values once all calls together have returned too much."""
        if self._kept_bytes <= self._limits.kept_bytes:
            values, changed = read_values(reply, count, steps)
            arrays = all(type(value) is np.ndarray for value in values)
            self._kept_bytes += len(reply.payload) * (1 if arrays else OBJECT_BYTES)
            if self._kept_bytes <= self._limits.kept_bytes:
                return values, changed
        return (UnsupportedValue("more than all calls together may return"),) * count, ()

    def _imported(self, attempt: ForkAttempt, reply: Reply, output: str) -> None:
        self.usage.output = self.usage.output or output
        if reply.kind == Kind.LOADED:
            self.usage.parameters = read_parameters(bytes(reply.payload))
            return
        if attempt.output.too_much():
            self._rest = RunResult(0, Status.OUTPUT, at_import=True, detail=attempt.output.limit)
        elif reply.kind == Kind.NO_ENTRY_POINT:
            detail = read_names(bytes(reply.payload))
            self._rest = RunResult(0, Status.NO_ENTRY_POINT, at_import=True, detail=detail)
        else:
            self._rest = replace(self._told(attempt, reply, 1), at_import=True)
        self._close_attempt()

    def _told(self, attempt: ForkAttempt, reply: Reply, steps: int) -> RunResult:
        """Return what the description of an exception comes to."""
        raised, asked_for, leave = read_raised(bytes(reply.payload), self._last_line)
        step = min(reply.step, steps - 1)
        if reply.kind == Kind.NOT_COMPILED:
            return RunResult(0, Status.NOT_COMPILED, raised=raised)
        if asked_for and attempt.memory.explains(asked_for):
            detail = attempt.memory.limit
            return RunResult(0, Status.MEMORY, raised=raised, step=step, detail=detail)
        if leave is not None:
            return RunResult(0, Status.EXITED, raised=raised, step=step, detail=leave)
        status = Status.BLOCKED if raised.operation else Status.RAISED
        return RunResult(0, status, raised=raised, step=step)

    def _ended(self, attempt: ForkAttempt, end: Ended) -> None:
        """Settle the call in which an attempt ended, and see whether there will be another."""
        cpu_s, wall_s = attempt.clock.since_progress
        result = RunResult(0, end.status, detail=end.detail, cpu_s=cpu_s, wall_s=wall_s)
        output = attempt.output.text(self._output_end, self._output_end + 2**30)
        self._close_attempt()
        if end.place == IMPORT:
            if end.began or not self._forks_left:
                self._rest = replace(result, at_import=True)
                self.usage.output = self.usage.output or output
            return
        place = self._places[end.place]
        step = min(end.step, self._steps[place] - 1)  # by the page, and so the child's word
        self._settled[place] = replace(result, call=self._calls[place], step=step, output=output)
        if end.final or not self._forks_left:
            self._rest = RunResult(0, Status.SKIPPED, detail="not run: too much went wrong before it")

    def _close_attempt(self) -> None:
        if self._attempt is not None:
            attempt, self._attempt = self._attempt, None
            attempt.close()
            self.usage.cpu_s = self._spent.cpu_s
            self.usage.memory_bytes = self._spent.peak_bytes
            self.usage.import_s = self._spent.import_s

    def close(self) -> None:
        """End the processes of this run; the results that are left are not told."""
        self._close_attempt()
        self.usage.wall_s = monotonic() - self._began


def _parted(
    values: tuple[object, ...], shape: tuple[int, ...]
) -> tuple[tuple[object, ...], tuple[tuple[object, ...], ...]]:
    """Part what came for each step into its result and its arguments."""
    steps = []
    at = 0
    for count in shape:
        steps.append(values[at : at + count])
        at += count
    return tuple(step[0] for step in steps), tuple(step[1:] for step in steps)
