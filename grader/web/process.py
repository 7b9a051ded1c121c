"""The server's side of a worker: requests are lines of JSON, replies are events.

A worker is trusted, but it runs the problem's own Python, which may never end, and it relays text from
submissions. So its lines are bounded, and it can be killed at any time: a caller that waits for its reply
then gets an error, and starts another worker.
"""

import asyncio
import json
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from grader import python_process

MAX_LINE_BYTES = 32 * 2**20
_READ_BYTES = 256 * 1024


class Event(NamedTuple):
    """What a worker says: the name of an event, and its data as one line of JSON."""

    name: str
    data: bytes


class WorkerEnded(Exception):
    """The worker's process has ended, or was ended; the text says how."""


class Worker:
    """A worker process, started by `start`. One question at a time."""

    def __init__(self, process: asyncio.subprocess.Process, home: Path) -> None:
        self._process = process
        self._home = home
        self._data = bytearray()
        self._killed = False

    @classmethod
    async def start(cls, options: Mapping[str, Any]) -> "Worker":
        """Start a process; it takes questions at once, and answers when it has loaded what it needs."""
        # A worker that is ended puts nothing away: what it would leave behind lies here.
        home = Path(tempfile.mkdtemp(prefix="grader-worker-"))
        # In a session of its own: an interrupt from the terminal is the server's to deal with.
        process = await python_process.start_streamed(_program(options, str(home)), folder=str(home))
        return cls(process, home)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether its process is still there, as far as that is known, and is to stay."""
        return self._process.returncode is None and not self._killed

    async def ask(self, question: Mapping[str, Any]) -> AsyncIterator[list[Event]]:
        """Send a question and yield the events of its answer, as many at a time as have come.

        The last of them is one after which no more come; who stops before has to `kill` the worker.

        Raises
        ------
        WorkerEnded
            The process has ended, or said what it must not.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            await self._process.stdin.drain()
        except OSError:
            raise WorkerEnded(await self._end()) from None
        while True:
            events = await self._events()
            yield events
            if any(event.name in ("result", "done", "fault") for event in events):
                return

    async def _events(self) -> list[Event]:
        assert self._process.stdout is not None
        while True:
            data = await self._process.stdout.read(_READ_BYTES)
            if not data:
                raise WorkerEnded(await self._end())
            searched = len(self._data)
            self._data += data
            last = self._data.rfind(b"\n", searched)
            if last >= 0:
                lines = bytes(self._data[:last]).split(b"\n")
                del self._data[: last + 1]
                return [_event(line) for line in lines]
            if len(self._data) > MAX_LINE_BYTES:
                self.kill()
                raise WorkerEnded("its message was too long")

    async def _end(self) -> str:
        """Return how the process ended."""
        self.kill()
        code = await self._process.wait()
        if code < 0 and -code in signal.valid_signals():
            return f"it was ended by {signal.Signals(-code).name}"
        return f"it ended with exit status {code}"

    def kill(self) -> None:
        """End the process, what it has started, and its sandbox, at once."""
        self._killed = True
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)  # a session of its own, and so a group

    async def close(self) -> None:
        """End the process, wait until it has gone, and put away what it left."""
        self.kill()
        await self._process.wait()
        shutil.rmtree(self._home, ignore_errors=True)
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(OSError):
            await self._process.stdin.wait_closed()


def _program(options: Mapping[str, Any], home: str) -> python_process.Program:
    told = json.dumps({**options, "server": os.getpid()})
    return python_process.ours("grader.web.worker", told, folder=home, environment={"TMPDIR": home})


def _event(line: bytes) -> Event:
    name, _, data = line.partition(b" ")
    return Event(name.decode("ascii", "replace"), data)
