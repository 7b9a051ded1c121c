"""A run's events as a response: server-sent events, while the client listens."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.web.runs import QueuedRun

_HEARTBEAT_S = 15.0
_HEARTBEAT = b": still here\n\n"  # a comment; a connection that has gone is found out by it


class EventStream(Response):
    """Sends what a run tells until its end, and calls `gone` then, or when the client has gone."""

    media_type = "text/event-stream"

    def __init__(self, run: "QueuedRun", gone: "Callable[[], object]") -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._run = run
        self._gone = gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream."""
        del scope
        watch = asyncio.create_task(self._watch(receive))
        try:
            await send(
                {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
            )
            while (chunk := await self._run.take(_HEARTBEAT_S)) is not None:
                await send({"type": "http.response.body", "body": chunk or _HEARTBEAT, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch
            self._gone()

    async def _watch(self, receive: Receive) -> None:
        """Wait until the client has gone; its run ends then, and with it the stream."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._gone()
