"""Ctrl-C: the first one stops at the next safe point, the second one at once."""

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self


class Interrupts:
    """Takes the interrupt while it is open: `asked` is true after the first, the second one raises.

    Parameters
    ----------
    wake
        Called at the first interrupt, inside of the signal handler.
    """

    def __init__(self, wake: Callable[[], None]) -> None:
        self.asked = False
        self._wake = wake
        self._before: Any = None

    def _take(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        self._wake()

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._take)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
