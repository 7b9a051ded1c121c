"""One worker process as an executor: if it dies, the affected task is known.

A pool of several processes cannot tell which task was running when one of them was killed. So each worker is
an executor of its own, with one process and one task at a time. A run has one per core, and replaces a
worker that died.
"""

import signal
import socket
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from typing import Any

from grader import python_process
from grader.batch import link as messages
from grader.batch.service import LINK

_END_S = 10.0


class WorkerProcess(Executor):
    """An executor with one process, started by exec: no lock or thread is copied into it."""

    def __init__(self) -> None:
        self._link, far = socket.socketpair()
        # Interrupts are blocked until it ignores them: to end the process is up to the run.
        program = python_process.ours("grader.batch.service")
        with far:
            self._process = python_process.Spawned(program, {LINK: far.fileno()}, blocked=(signal.SIGINT,))
        self._reader = threading.Thread(target=self._read, name="grader-worker", daemon=True)
        self._future: Future[Any] | None = None
        self._closed = False
        self._reader.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Have the process call `fn`; not before the last call has been answered."""
        if self._closed or (self._future is not None and not self._future.done()):
            raise RuntimeError("this worker does one task at a time")
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self._future = future
        try:
            messages.send(self._link, (fn, args, kwargs))
        except OSError:
            if not future.done():  # the reader may have found out already
                with suppress(Exception):
                    future.set_exception(BrokenExecutor("the worker process has ended"))
        return future

    def _read(self) -> None:
        """Hand each answer to the future that waits for it, until the process has gone."""
        while True:
            try:
                right, value = messages.receive(self._link)
            except (EOFError, OSError):
                break
            future = self._future
            assert future is not None
            if right:
                future.set_result(value)
            else:
                future.set_exception(value)
        future = self._future
        if future is not None and not future.done():
            with suppress(Exception):
                future.set_exception(BrokenExecutor("the worker process has ended"))

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as Executor has it
        """End the process, after its task unless that is cancelled."""
        if self._closed:
            return
        self._closed = True
        if cancel_futures:
            self.kill()
        else:
            with suppress(OSError):
                messages.send(self._link, None)
        if wait:
            self._process.wait(None if not cancel_futures else _END_S)
            self._reader.join(_END_S)
            self._link.close()
