"""Bound a problem's own code in the judge: it must finish in time, and must not end the judge.

A problem's code is trusted and runs in the judge's process, but it may have bugs. An endless loop would block
the judge, and `sys.exit` would end it with the status of success.

In the main thread, a timer's signal raises an exception in the code. In another thread, the interpreter
raises it between two instructions, so a sleep is not interrupted. Code that catches the exception gets it
again every second. `os._exit` is replaced by a function that raises while the code runs. Exceptions that end
more than the code itself (`SystemExit`, `KeyboardInterrupt`, classes derived from `BaseException`) are
reported as faults of the code. The signal identifies an interrupt by the user, which only the main thread
gets. Residual risks: a call into a library that never returns, and a crash.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NoReturn

_AGAIN_S = 1.0


class Stopped(Exception):
    """Code of a problem was stopped, or what it raised would end the judge; the text says what it does."""


class TookTooLong(Stopped):
    """It was stopped because it went on and on."""


class _TimeUp(BaseException):
    """Raised in the code itself; not an `Exception`, so that the code hardly catches it."""


class _Exit(BaseException):
    """In place of the end of the process."""


_end_at_once = os._exit
_guarded = threading.local()


@contextmanager
def bounded(longest_s: float) -> Iterator[None]:
    """Run code of a problem, for at most `longest_s` seconds by the clock.

    Raises
    ------
    TookTooLong
        It has not ended by then.
    Stopped
        It wants to end the program.
    """
    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        interrupted = True

    try:
        with _interrupts(interrupt), _kept_alive(), _alarm(longest_s):
            yield
    except Exception:
        raise
    except _TimeUp as error:
        raise TookTooLong(f"is still running after {longest_s:g} s") from error
    except _Exit as error:
        raise Stopped(f"ends the program with os._exit({error.args[0]!r})") from error
    except SystemExit as error:
        status = "" if error.code is None else f": {error.code!r}"
        raise Stopped(f"ends the program with SystemExit{status}") from error
    except BaseException as error:
        if interrupted:
            raise
        raise Stopped(f"raises {type(error).__name__}, which ends the program; raise an Exception") from error


@contextmanager
def _interrupts(interrupt: Callable[[], None]) -> Iterator[None]:
    """Call `interrupt` before the program's own handler of the user's interrupt, if it has one in Python."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return

    def handle(number: int, frame: Any) -> None:
        interrupt()
        before(number, frame)

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def bound(function: Callable[..., Any], longest_s: float) -> Callable[..., Any]:
    """Return a function of a problem such that each call of it is `bounded`."""

    @wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        with bounded(longest_s):
            return function(*args, **named)

    return call


def _alarm(longest_s: float) -> Any:
    if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
        return _alarm_by_signal(longest_s)
    return _alarm_by_thread(longest_s)


@contextmanager
def _alarm_by_signal(longest_s: float) -> Iterator[None]:
    armed = True

    def ring(*_: object) -> None:
        if armed:
            raise _TimeUp

    def disarm() -> None:
        nonlocal armed
        armed = False  # the signal may come while it is being switched off
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if before is None else before)
        if left:  # one bound within another, or somebody else's timer
            signal.setitimer(signal.ITIMER_REAL, max(1e-3, left - (time.monotonic() - began)), interval)

    began = time.monotonic()
    left, interval = signal.getitimer(signal.ITIMER_REAL)
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, min(longest_s, left or longest_s), _AGAIN_S)
    try:
        try:
            yield
        finally:
            disarm()
    finally:
        if armed:  # the signal came before the first line of it
            disarm()


@contextmanager
def _alarm_by_thread(longest_s: float) -> Iterator[None]:
    import ctypes  # noqa: PLC0415 - few threads run a problem's code

    thread = ctypes.c_ulong(threading.get_ident())
    over = threading.Event()
    lock = threading.Lock()
    interrupt = ctypes.pythonapi.PyThreadState_SetAsyncExc

    def watch() -> None:
        wait_s = longest_s
        while not over.wait(wait_s):
            with lock:
                if not over.is_set():
                    interrupt(thread, ctypes.py_object(_TimeUp))
            wait_s = _AGAIN_S

    watcher = threading.Thread(target=watch, name="grader-bound", daemon=True)

    def disarm() -> None:
        with lock:
            over.set()
            interrupt(thread, None)  # what was asked for and has not come yet

    watcher.start()
    try:
        try:
            yield
        finally:
            disarm()
    except _TimeUp:
        disarm()
        raise


@contextmanager
def _kept_alive() -> Iterator[None]:
    before = getattr(_guarded, "process", None)
    _guarded.process = os.getpid()  # a process that the code forks may end as it likes
    os._exit = _refuse_to_end
    try:
        yield
    finally:
        _guarded.process = before


def _refuse_to_end(status: int) -> NoReturn:
    """Stand in for `os._exit`: once put in its place it stays, and refuses only where code is bounded."""
    if getattr(_guarded, "process", None) == os.getpid():
        raise _Exit(status)
    _end_at_once(status)
