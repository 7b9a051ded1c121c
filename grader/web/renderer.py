"""The processes that render problem pages: the samples run the problem's own code, which may never end."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from grader.web.process import Worker, WorkerEnded
from grader.web.requests import Refused

LONGEST_PAGE_S = 20.0
AT_ONCE = 3


class PageRenderer:
    """Makes pages in workers of their own: pages wait neither for runs nor, much, for each other.

    One worker is kept; others are there only while several pages are made.
    """

    def __init__(
        self, options: Mapping[str, Any], *, longest_s: float = LONGEST_PAGE_S, at_once: int = AT_ONCE
    ) -> None:
        self._options = {**options, "grades": False}
        self._longest_s = longest_s
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._turn = asyncio.Semaphore(at_once)
        self._closed = False

    async def start(self) -> None:
        """Start the worker that is kept."""
        self._idle.append(await self._started())

    async def close(self) -> None:
        """End the workers."""
        self._closed = True
        for worker in tuple(self._all):
            await self._end(worker)

    async def page(self, folder: Path, standing: Mapping[str, Any] | None, nonce: str) -> str:
        """Return a problem's page.

        Raises
        ------
        Refused
            The problem breaks its rules, or its code does not come to an end.
        """
        question = {"do": "page", "folder": str(folder), "standing": standing, "nonce": nonce}
        try:
            async with self._turn, self._worker() as worker, asyncio.timeout(self._longest_s):
                async for events in worker.ask(question):
                    answer = events[-1]
        except WorkerEnded as ended:
            raise Refused(500, f"the process that renders pages ended: {ended}; reload the page") from None
        except TimeoutError:
            why = f"the problem's own code, which makes the examples, took more than {self._longest_s:g} s"
            raise Refused(500, why) from None
        data = json.loads(answer.data)
        if answer.name == "fault":
            raise Refused(500, "; ".join(data["message"].split("\n")))
        text: str = data["html"]
        return text

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[Worker]:
        """Lend a worker; one that did not come to the end of its answer is ended."""
        while self._idle and not self._idle[-1].alive:
            await self._end(self._idle.pop())
        worker = self._idle.pop() if self._idle else await self._started()
        answered = False
        try:
            yield worker
            answered = True
        finally:
            if answered and not self._idle and not self._closed:
                self._idle.append(worker)
            else:
                await self._end(worker)

    async def _started(self) -> Worker:
        worker = await Worker.start(self._options)
        self._all.add(worker)
        if self._closed:
            worker.kill()
        return worker

    async def _end(self, worker: Worker) -> None:
        await worker.close()
        self._all.discard(worker)
