"""One worker process as an executor: what dies is known to be the one task that it had.

A pool of several processes can't say which of its tasks was under way when one of them was killed. So each
worker is an executor of its own, with one process and one task at a time; a run has as many of them as it
may use cores, and makes a new one for one that died.
"""

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context, parent_process
from typing import Any

_END_S = 10.0


class WorkerProcess(Executor):
    """An executor with one process, started by exec (``spawn``): no lock or thread is copied into it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._link, far = context.Pipe()
        self._process = context.Process(target=_serve, args=(far,), daemon=True)
        with _no_interrupts():  # the process starts with the interrupt ignored: ending it is up to the run
            self._process.start()
        far.close()
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
            self._link.send_bytes(pickle.dumps((fn, args, kwargs), pickle.HIGHEST_PROTOCOL))
        except OSError:
            if not future.done():  # the reader may have found out already
                with suppress(Exception):
                    future.set_exception(BrokenExecutor("the worker process has ended"))
        return future

    def _read(self) -> None:
        """Hand each answer to the future that waits for it, until the process has gone."""
        while True:
            try:
                right, value = pickle.loads(self._link.recv_bytes())  # noqa: S301 - our own process
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
                self._link.send_bytes(b"")
        if wait:
            self._process.join(None if not cancel_futures else _END_S)
            self._reader.join(_END_S)
            self._link.close()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(link: "connection.Connection[Any, Any]") -> None:
    """Answer calls until there is an empty one, or nobody to answer to."""
    from grader.batch import worker  # noqa: PLC0415 - in the worker

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while call := link.recv_bytes():
            fn, args, kwargs = pickle.loads(call)  # noqa: S301 - from the run that started this process
            try:
                answer = (True, fn(*args, **kwargs))
            except Exception as error:  # noqa: BLE001 - told to the run, which decides
                answer = (False, RuntimeError(f"{type(error).__name__}: {error}"[:1000]))
            link.send_bytes(pickle.dumps(answer, pickle.HIGHEST_PROTOCOL))
    worker.close()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
