"""The judge's side of the sandbox: a `Runner` whose submissions run in processes of their own.

Theory of operation. The judge holds what must not be known (wants, the reference, seeds, names of cases)
and the clocks. It starts a *spawner* (`launch`), which loads numpy and the inputs, gives up everything
else (`confine`), and then forks a *child* for each submission (`child`). The child's replies come over a
pipe and are read as what they are: bytes from somebody who may want to deceive (`frames`, `wire`,
`claims`). How the child ended, what it used and where its time went is never asked of it (`attempt`).
A crash costs the call in which it happened, and what was not answered is run again (`run`).

``isolation="process"`` leaves out `confine`, for machines without Landlock and seccomp: forks, resource
limits and the same protocol. It is no protection against a submission that means harm.
"""

import os
from array import array
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, Self

from grader.errors import JudgeFault
from grader.runner.attempt import ForkAttempt
from grader.runner.launch import memory_file
from grader.runner.packages import Packages, find_packages
from grader.runner.process import Process
from grader.runner.run import KernelRun
from grader.runner.wire import encode_call, encode_value, shape_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import TracebackType

    from grader.runner.clock import Spent
    from grader.runner.launch import SpawnerInterpreter
    from grader.runner.status import Limits, RunResult
    from grader.runner.wire import Call

Isolation = Literal["kernel", "process"]

_TRIES = 2


class KernelRunner:
    """Makes spawners for one entry point.

    Parameters
    ----------
    entry_point
        The name that a submission has to bind to a callable.
    allowed_imports
        Top-level packages that it may import besides the standard library.
    isolation
        ``kernel``, or ``process`` for forks and resource limits only.
    forbidden
        Places that must not be readable from inside: a spawner does not start if one of them is.
    started
        An interpreter that is on its way for the first spawner, which ends it. If it has not loaded just
        these imports it is ended here.
    """

    def __init__(
        self,
        *,
        entry_point: str,
        allowed_imports: "Sequence[str]" = ("numpy",),
        isolation: Isolation = "kernel",
        forbidden: "Sequence[Path]" = (),
        started: "SpawnerInterpreter | None" = None,
    ) -> None:
        self.entry_point = entry_point
        self.isolation: Isolation = isolation
        self.forbidden = tuple(forbidden)
        self._packages = find_packages(allowed_imports)
        self._started = started
        if started is not None and started.packages != self._packages:
            started.close()
            self._started = None

    def open(self, calls: "Sequence[Call]", limits: "Limits") -> "KernelSpawner":
        """Start a spawner with `calls` as its inputs; it gets ready while the judge goes on."""
        started, self._started = self._started, None
        return KernelSpawner(self, self._packages, calls, limits, started)


class KernelSpawner:
    """Runs submissions on the calls that it was opened with. Not for several threads at a time."""

    def __init__(
        self,
        runner: KernelRunner,
        packages: Packages,
        calls: "Sequence[Call]",
        limits: "Limits",
        started: "SpawnerInterpreter | None" = None,
    ) -> None:
        self._runner = runner
        self._packages = packages
        self._limits = limits
        self._shapes = [shape_of(call) for call in calls]
        self._inputs = memory_file("inputs", [encode_value([encode_call(call) for call in calls])])
        self._run: KernelRun | None = None
        self._closed = False
        self._process = self._start(started)

    def _start(self, started: "SpawnerInterpreter | None" = None) -> Process:
        limits = self._limits
        # The kernel counts whole seconds, and only ends what the judge has let slip.
        cpu_s = int(limits.import_s + limits.cpu_s_total + limits.cpu_s_call) + 2
        order: dict[str, object] = {
            "entry_point": self._runner.entry_point,
            "memory_bytes": limits.memory_bytes,
            "output_bytes": limits.output_bytes,
            "cpu_s": cpu_s,
            "isolated": self._runner.isolation == "kernel",
        }
        return Process(order, self._packages, self._inputs, started)

    def run(self, source: bytes, *, calls: "Sequence[int] | None" = None) -> KernelRun:
        """Run `source` in one fork on all calls, or on those with the given indices, in order.

        Raises
        ------
        IsolationError
            If the sandbox can't be had on this machine.
        JudgeFault
            If its process ended, which a submission can't bring about. Iterating may raise it too.
        """
        everything = range(len(self._shapes))
        chosen: Sequence[int] = everything if calls is None else tuple(calls)
        shapes = [self._shapes[index] for index in chosen]

        def job(indices: "Sequence[int]") -> bytes:
            some = None if len(indices) == len(everything) == len(chosen) else array("I", indices).tobytes()
            return encode_value({"source": source, "indices": some, "call": None})

        return self._begin(source, chosen, shapes, job, self._limits)

    def run_one(self, source: bytes, call: "Call", *, wall_s: float | None = None) -> "RunResult":
        """Run `source` in a new fork on a call that this was not opened with, for `wall_s` seconds at most.

        Raises
        ------
        JudgeFault
            As `run`.
        """
        encoded = encode_value({"source": source, "indices": None, "call": encode_call(call)})
        limits = self._limits if wall_s is None else replace(self._limits, wall_s=wall_s)
        run = self._begin(source, (0,), (shape_of(call),), lambda _: encoded, limits)
        return next(run)

    def _begin(
        self,
        source: bytes,
        calls: "Sequence[int]",
        shapes: "Sequence[tuple[int, ...]]",
        job: "Callable[[Sequence[int]], bytes]",
        limits: "Limits",
    ) -> KernelRun:
        if self._run is not None:
            self._run.close()

        def fork(indices: "Sequence[int]", spent: "Spent") -> ForkAttempt:
            return self._fork(job(indices), len(indices), limits, spent)

        self._run = KernelRun(source, calls, shapes, limits, fork)
        return self._run

    def _fork(self, job: bytes, count: int, limits: "Limits", spent: "Spent") -> ForkAttempt:
        """Have the spawner fork; if it has gone since the last time, nothing is lost yet: start another."""
        for tried in range(_TRIES):
            if not self._process.usable:
                self._process.close()
                self._process = self._start()
            self._process.wait_until_ready(self._runner.forbidden)
            try:
                return ForkAttempt(self._process, [job], count, limits, spent)
            except JudgeFault:
                if tried + 1 == _TRIES:
                    raise
        raise AssertionError

    def close(self) -> None:
        """End all processes."""
        if not self._closed:
            self._closed = True
            if self._run is not None:
                self._run.close()
            self._process.close()
            with suppress(OSError):
                os.close(self._inputs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self.close()
