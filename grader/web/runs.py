"""Runs: two at once, the others in a queue, each of which can be cancelled at any time.

There are two long-lived worker processes. A run goes to an idle worker that has the problem open, if there
is one. Cancelling kills the worker's process, so an endless submission or reference delays only its own run.
A new worker starts at once and opens the same problem, since the next run is likely to need it.
"""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.web.process import Event, Worker, WorkerEnded

AT_ONCE = 2
LONGEST_QUEUE = 20
LONGEST_RUN_S = 600.0
_LONGEST_PREPARATION_S = 120.0


class QueueFull(Exception):
    """As many runs wait as may."""


class QueuedRun:
    """One run: what is asked, and what has been told of it and not yet been taken."""

    def __init__(self, folder: Path, question: Mapping[str, Any]) -> None:
        self.id = secrets.token_hex(16)
        self.folder = folder
        self.question = {**question, "run": self.id, "folder": str(folder)}
        self.cancelled = False
        self.begun = False
        self.done = False
        self.place = -1
        self._told: list[bytes] = []
        self._news = asyncio.Event()

    def tell(self, name: str, data: Mapping[str, Any] | bytes, *, last: bool = False) -> None:
        """Add an event; events after the last one are dropped."""
        if self.done:
            return
        text = data if isinstance(data, bytes) else json.dumps(data).encode()
        self._told.append(b"event: %s\ndata: %s\n\n" % (name.encode(), text))
        self.done = last
        self._news.set()

    def tell_place(self, place: int) -> None:
        """Say how many runs have to end before this one begins, if that is news."""
        if place != self.place:
            self.place = place
            self.tell("queued", {"run": self.id, "place": place})

    async def take(self, longest_s: float) -> bytes | None:
        """Return what was told since the last time; b"" if nothing is for so long, None after the end."""
        if not self._told and not self.done:
            try:
                async with asyncio.timeout(longest_s):
                    await self._news.wait()
            except TimeoutError:
                return b""
        if not self._told:
            return None
        told = b"".join(self._told)
        self._told.clear()
        self._news.clear()
        return told


class WorkerSlot:
    """A worker, the problem that it has open, and the run that it does."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self.worker: Worker | None = None
        self.folder: Path | None = None
        self.run: QueuedRun | None = None
        self.task: asyncio.Task[None] | None = None
        self.preparation: asyncio.Task[None] | None = None
        self.used = 0

    async def renew(self) -> Worker:
        """Return a living worker: the present one, or a new one in its place."""
        if self.worker is None or not self.worker.alive:
            await self.close()
            self.worker = await Worker.start(self._options)
        return self.worker

    async def prepare(self, folder: Path | None) -> None:
        """Have a living worker, and have it open a problem, so that the next run of it begins at once."""
        try:
            async with asyncio.timeout(_LONGEST_PREPARATION_S):
                worker = await self.renew()
                if folder is None:
                    return
                async for _ in worker.ask({"do": "prepare", "folder": str(folder)}):
                    pass
        except (WorkerEnded, TimeoutError):
            self.kill()
            await self.renew()

    def kill(self) -> None:
        """End the worker at once, and what it does."""
        if self.worker is not None:
            self.worker.kill()

    async def close(self) -> None:
        """End the worker, and wait until it has gone."""
        if self.worker is not None:
            await self.worker.close()


class Runs:
    """All runs of the server.

    Parameters
    ----------
    options
        The settings for workers: see `grader.web.worker`.
    at_once
        How many runs there may be beside each other.
    longest_queue
        How many more may wait.
    """

    def __init__(
        self, options: Mapping[str, Any], *, at_once: int = AT_ONCE, longest_queue: int = LONGEST_QUEUE
    ) -> None:
        self._seats = [WorkerSlot({**options, "grades": True}) for _ in range(at_once)]
        self._longest_queue = longest_queue
        self._queue: deque[QueuedRun] = deque()
        self._known: dict[str, QueuedRun] = {}
        self._count = 0
        self._closed = False

    async def start(self) -> None:
        """Start the workers."""
        for seat in self._seats:
            await seat.renew()

    async def close(self) -> None:
        """Cancel all runs, and end the workers."""
        self._closed = True
        for run in list(self._known.values()):
            self.cancel(run.id)
        for seat in self._seats:
            seat.kill()
        tasks = [task for seat in self._seats for task in (seat.task, seat.preparation) if task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
        for seat in self._seats:
            await seat.close()

    def add(self, folder: Path, question: Mapping[str, Any]) -> QueuedRun:
        """Return a new run, which begins as soon as it can.

        Raises
        ------
        QueueFull
            Too many runs wait already.
        """
        if self._closed or len(self._queue) >= self._longest_queue:
            raise QueueFull
        run = QueuedRun(folder, question)
        self._known[run.id] = run
        self._queue.append(run)
        self._go_on()
        return run

    def cancel(self, number: str) -> bool:
        """End a run, waiting or running; return False if no such run is active."""
        run = self._known.get(number)
        if run is None:
            return False
        run.cancelled = True
        if run in self._queue:
            self._queue.remove(run)
            self._end(run, "cancelled", {})
            self._go_on()
            return True
        for seat in self._seats:
            if seat.run is run:
                seat.kill()
        return True

    def prepare(self, folder: Path) -> None:
        """Have an idle worker open the current version of a problem."""
        idle = [seat for seat in self._seats if seat.run is None and seat.preparation is None]
        if idle and not self._closed:
            self._prepare(min(idle, key=lambda seat: (seat.folder != folder, seat.used)), folder)

    def _prepare(self, seat: WorkerSlot, folder: Path | None) -> None:
        async def prepared() -> None:
            try:
                await seat.prepare(folder)
            finally:
                seat.preparation = None

        self._use(seat, folder)
        seat.preparation = asyncio.create_task(prepared())

    def _use(self, seat: WorkerSlot, folder: Path | None) -> None:
        self._count += 1
        seat.used, seat.folder = self._count, folder

    def _go_on(self) -> None:
        """Give waiting runs to idle workers, and tell the others their places."""
        while self._queue and not self._closed:
            idle = [seat for seat in self._seats if seat.run is None]
            if not idle:
                break
            run = self._queue.popleft()
            seat = min(idle, key=lambda s: (s.folder != run.folder, s.preparation is not None, s.used))
            seat.run = run
            run.tell_place(0)
            seat.task = asyncio.create_task(self._do(seat, run))
        for place, run in enumerate(self._queue, 1):
            run.tell_place(place)

    async def _do(self, seat: WorkerSlot, run: QueuedRun) -> None:
        """Do a run to its end, whatever that is, and go on with the next."""
        try:
            async with asyncio.timeout(LONGEST_RUN_S):
                try:
                    await self._pass_on(seat, run)
                except WorkerEnded:
                    if run.cancelled or run.begun:
                        raise
                    await self._pass_on(seat, run)  # it had gone before, unnoticed: not this run's doing
        except WorkerEnded as ended:
            if run.cancelled:
                self._end(run, "cancelled", {})
            else:
                self._end(run, "fault", {"message": f"the process of this run ended: {ended}; try again"})
        except TimeoutError:
            self._end(run, "fault", {"message": f"ended after {LONGEST_RUN_S:g} s without a result"})
            seat.kill()
        except Exception as error:  # noqa: BLE001 - a fault of ours ends this run, and no other
            self._end(run, "fault", {"message": f"a fault of grader itself: {type(error).__name__}: {error}"})
            seat.kill()
        finally:
            seat.run = None
            if not self._closed:
                if seat.worker is None or not seat.worker.alive:
                    # A problem that was not even opened may be what did not come to an end.
                    self._prepare(seat, run.folder if run.begun else None)
                self._go_on()

    async def _pass_on(self, seat: WorkerSlot, run: QueuedRun) -> None:
        """Ask the worker, and tell what it answers; what it does for another problem is not waited for."""
        if seat.preparation is not None:
            if seat.folder != run.folder:
                seat.kill()
            await seat.preparation
        self._use(seat, run.folder)
        worker = await seat.renew()
        if run.cancelled:
            raise WorkerEnded("cancelled")
        async for events in worker.ask(run.question):
            for event in events:
                self._hear(run, event)
        if not run.done:
            raise WorkerEnded("it gave no result")

    def _hear(self, run: QueuedRun, event: Event) -> None:
        run.begun = True
        last = event.name in ("result", "fault")
        if last:
            self._known.pop(run.id, None)
        if event.name in ("started", "case", "verdict") or last:
            run.tell(event.name, event.data, last=last)

    def _end(self, run: QueuedRun, name: str, data: Mapping[str, Any]) -> None:
        self._known.pop(run.id, None)
        run.tell(name, data, last=True)
