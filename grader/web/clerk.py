"""The process that makes problem pages: their examples run the problem's own code, which may never end."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.web.process import Worker, WorkerEnded
from grader.web.requests import Refused

LONGEST_PAGE_S = 30.0


class Clerk:
    """Makes one page at a time, in a worker of its own: pages do not wait for runs."""

    def __init__(self, options: Mapping[str, Any], *, longest_s: float = LONGEST_PAGE_S) -> None:
        self._options = options
        self._longest_s = longest_s
        self._worker: Worker | None = None
        self._turn = asyncio.Lock()

    async def start(self) -> None:
        """Start the worker."""
        self._worker = await Worker.start(self._options)

    async def close(self) -> None:
        """End the worker."""
        if self._worker is not None:
            await self._worker.close()

    async def page(self, folder: Path, standing: Mapping[str, Any] | None, nonce: str) -> str:
        """Return a problem's page.

        Raises
        ------
        Refused
            The problem breaks its rules, or its code does not come to an end.
        """
        question = {"do": "page", "folder": str(folder), "standing": standing, "nonce": nonce}
        async with self._turn:
            if self._worker is None or not self._worker.alive:
                await self.close()
                await self.start()
            assert self._worker is not None
            answered = False
            try:
                async with asyncio.timeout(self._longest_s):
                    async for events in self._worker.ask(question):
                        answer = events[-1]
                answered = True
            except WorkerEnded as ended:
                raise Refused(500, f"the process that makes pages has gone: {ended}; load it again") from None
            except TimeoutError:
                raise Refused(
                    500,
                    f"the problem's own code, which makes the examples, took more than {self._longest_s:g} s",
                ) from None
            finally:
                if not answered:
                    self._worker.kill()
        data = json.loads(answer.data)
        if answer.name == "fault":
            raise Refused(500, data["message"].replace("\n", "; "))
        text: str = data["html"]
        return text
