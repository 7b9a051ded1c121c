"""The worker process of a run: it serves calls until there are no more, and ends with the run."""

import os
import select
import signal
import socket
import threading
from contextlib import suppress

from grader.batch import link as messages
from grader.batch import worker

LINK = 3
"""The descriptor of the socket to the run."""


def main(_: str) -> None:
    """Answer calls until None comes, or there is nobody to answer to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # to end this process is up to the run
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    os.set_inheritable(LINK, False)
    link = socket.socket(fileno=LINK)
    threading.Thread(target=_end_with_run, daemon=True).start()
    with suppress(EOFError, OSError):
        while call := messages.receive(link):
            fn, args, kwargs = call
            try:
                answer = (True, fn(*args, **kwargs))
            except Exception as error:  # noqa: BLE001 - told to the run, which decides
                answer = (False, RuntimeError(f"{type(error).__name__}: {error}"[:1000]))
            messages.send(link, answer)
    worker.close()


def _end_with_run() -> None:
    """End this process, whatever it is doing, when the other end of the socket has gone."""
    poll = select.poll()
    poll.register(LINK, select.POLLRDHUP)
    poll.poll()
    os._exit(1)
