"""Grade submissions through executors: a free worker takes the next one, and a dying worker loses nothing.

Any `concurrent.futures.Executor` works. Each executor runs as many tasks at a time as it has slots; a result
is passed on as soon as it is known. If a worker dies, its submission is retried once; if that worker dies
too, the submission is a judge error.
"""

import queue
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

from grader.batch import worker
from grader.batch.worker import Facts, Failed, GradedRow, JudgeSettings, NeedProblem, Task
from grader.errors import JudgeFault

TRIES = 2
_PERHAPS_ONCE = ("isolation", "fault")


@dataclass(slots=True)
class Lane:
    """An executor and how many tasks it may have; `make` gives another one should it break."""

    make: Callable[[], Executor]
    slots: int = 1
    executor: Executor | None = None
    under_way: int = 0

    def submit(self, fn: Callable[..., Any], *args: Any) -> "Future[Any]":
        """Hand a call to the executor, which is started for the first one."""
        if self.executor is None:
            self.executor = self.make()
        return self.executor.submit(fn, *args)

    def replace(self) -> None:
        """Give up an executor that broke."""
        if self.executor is not None:
            with suppress(Exception):
                self.executor.shutdown(wait=True, cancel_futures=True)
            self.executor = None

    def end(self, *, at_once: bool) -> None:
        """End the executor, if it was started."""
        if self.executor is not None:
            self.executor.shutdown(wait=True, cancel_futures=at_once)
            self.executor = None
        self.under_way = 0  # cancelled tasks belong to nobody


@dataclass(slots=True)
class Pool:
    """All lanes of a run, and the problem as it travels; ended when the `with` block is left."""

    lanes: list[Lane]
    order: JudgeSettings
    archive: bytes | None = None
    stopping: bool = False
    _ended: "queue.SimpleQueue[tuple[Lane, Future[Any], Task] | None]" = field(
        default_factory=queue.SimpleQueue
    )
    _tasks: Iterator[Task] = field(default_factory=lambda: iter(()))
    _again: deque[Task] = field(default_factory=deque)
    _tried: dict[str, int] = field(default_factory=dict)

    def stop(self) -> None:
        """Have `run` end before the next result; may be called from a signal handler."""
        self.stopping = True
        self._ended.put(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        for lane in self.lanes:
            lane.end(at_once=self.stopping or kind is not None)

    def prepare(self) -> Facts:
        """Open the first judge, which builds the bank for all if it is not there yet.

        Raises
        ------
        GraderError
            What keeps the judge from being opened.
        """
        lane = self.lanes[0]
        archive: bytes | None = None
        for _ in range(TRIES + 1):
            try:
                told = lane.submit(worker.prepare, self.order, archive).result()
            except BrokenExecutor:
                lane.replace()
                continue
            if isinstance(told, NeedProblem):
                archive = self.archive
            elif isinstance(told, Failed):
                raise told.error()
            else:
                assert isinstance(told, Facts)
                return told
        raise JudgeFault("the worker processes end before they are ready; is there enough memory?")

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, GradedRow | str]]:
        """Yield each task with its result, or with the reason why there is none, as they finish.

        Raises
        ------
        GraderError
            What ends the run.
        """
        self._tasks = tasks
        for lane in self.lanes:
            self._fill(lane)
        while any(lane.under_way for lane in self.lanes):
            ended = self._ended.get()
            if ended is None or self.stopping:
                return
            lane, future, task = ended
            lane.under_way -= 1
            told = self._told(lane, future, task)
            # The worker has its next task before this result is put away.
            self._fill(lane)
            if told is not None:
                yield task, told

    def _fill(self, lane: Lane) -> None:
        """Give an executor as many tasks as it has slots for."""
        while lane.under_way < lane.slots:
            task = self._again.popleft() if self._again else next(self._tasks, None)
            if task is None:
                return
            self._start(lane, task, None)

    def _start(self, lane: Lane, task: Task, archive: bytes | None) -> None:
        lane.under_way += 1
        future = lane.submit(worker.grade, self.order, task, archive)
        future.add_done_callback(lambda ended: self._ended.put((lane, ended, task)))

    def _told(self, lane: Lane, future: "Future[Any]", task: Task) -> GradedRow | str | None:
        """Return the outcome of a task, None if it is retried."""
        error = _error(future)
        if error is None:
            told = future.result()
            if isinstance(told, NeedProblem):
                self._start(lane, task, self.archive)
                return None
            if isinstance(told, Failed):
                # A sandbox that somebody killed while it started says the same as one that can't be had.
                if told.kind in _PERHAPS_ONCE and self._try_again(task):
                    return None
                raise told.error()
            assert isinstance(told, GradedRow)
            return told
        if isinstance(error, BrokenExecutor):
            lane.replace()
        return None if self._try_again(task) else _said(error)

    def _try_again(self, task: Task) -> bool:
        """Put a task back, unless it has been tried as often as any may be; return whether it was."""
        self._tried[task.key] = self._tried.get(task.key, 0) + 1
        if self._tried[task.key] >= TRIES:
            return False
        self._again.append(task)
        return True


def _error(future: "Future[Any]") -> BaseException | None:
    try:
        return future.exception()
    except CancelledError:
        # No worker was at fault: whoever distributes the tasks has given them all up.
        raise JudgeFault("the executor cancelled its tasks; is the cluster still running?") from None


def _said(error: BaseException) -> str:
    if isinstance(error, BrokenExecutor):
        return f"the judge's process ended {TRIES} times while it graded this submission"
    return f"the judge failed {TRIES} times: {error}"[:500]
