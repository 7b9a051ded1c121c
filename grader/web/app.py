"""The application: the routes and their handlers."""

import asyncio
import hashlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from grader.errors import GraderError
from grader.web import pages, queries
from grader.web.renderer import PageRenderer
from grader.web.requests import Refused, read_body, read_order
from grader.web.runs import QueueFull, Runs
from grader.web.security import policy
from grader.web.stream import EventStream

Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of the server.

    Attributes
    ----------
    problems
        Folders that hold problems, before all others.
    history
        Whether attempts are recorded and shown.
    """

    problems: tuple[Path, ...] = ()
    history: bool = True
    isolation: str = "kernel"
    time_factor: float = 1.0

    @property
    def for_workers(self) -> Mapping[str, Any]:
        """The settings for a worker process."""
        return {
            "isolation": self.isolation,
            "time_factor": self.time_factor,
            "history": self.history,
        }


class Site:
    """The pages and the programming interface, over the runs."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self.runs = Runs(settings.for_workers)
        self._clerk = PageRenderer(settings.for_workers)
        self._files = {name: _File(asset) for name, asset in pages.STATIC.items()}

    async def start(self) -> None:
        """Start the processes that runs and pages need."""
        await self._clerk.start()  # pages are asked for first
        await self.runs.start()

    async def close(self) -> None:
        """End all runs and processes."""
        await asyncio.gather(self.runs.close(), self._clerk.close())

    async def catalogue(self, request: Request) -> Response:
        """Answer with the list of problems."""
        del request
        rows = await run_in_threadpool(queries.rows, self._settings.problems, history=self._settings.history)
        return HTMLResponse(pages.catalogue(rows))

    async def problem(self, request: Request) -> Response:
        """Answer with a problem's page, and have it opened for a run that may follow."""
        slug = request.path_params["slug"]
        folder = await self._folder(slug)
        standing = await run_in_threadpool(queries.standing, slug) if self._settings.history else None
        nonce = secrets.token_urlsafe(16)
        html = await self._clerk.page(folder, standing, nonce)
        self.runs.prepare(folder)
        return HTMLResponse(html, headers={"Content-Security-Policy": policy(nonce)})

    async def static(self, request: Request) -> Response:
        """Answer with one of the files that pages load."""
        file = self._files.get(request.path_params["name"])
        if file is None:
            raise Refused(404, "there is no such file")
        headers = {"Cache-Control": "no-cache", "ETag": file.tag}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.content, media_type=file.media_type, headers=headers)

    async def run(self, request: Request) -> Response:
        """Begin a run, and answer with its events."""
        folder = await self._folder(request.path_params["slug"])
        order = await read_order(request)
        try:
            run = self.runs.add(folder, {"do": "run", "source": order.source, "kind": order.kind})
        except QueueFull:
            raise Refused(503, "too many runs are waiting; try again in a moment") from None
        return EventStream(run, gone=lambda: self.runs.cancel(run.id))

    async def cancel(self, request: Request) -> Response:
        """End a run."""
        await read_body(request)
        if not self.runs.cancel(request.path_params["number"]):
            raise Refused(404, "there is no such run")
        return Response(status_code=204)

    async def attempts(self, request: Request) -> Response:
        """Answer with my attempts at a problem, the newest first."""
        self._needs_history()
        return JSONResponse(await run_in_threadpool(queries.attempts, request.path_params["slug"]))

    async def attempt(self, request: Request) -> Response:
        """Answer with one attempt."""
        self._needs_history()
        found = await run_in_threadpool(queries.attempt, request.path_params["number"])
        if found is None:
            raise Refused(404, "there is no such attempt")
        return JSONResponse(found)

    def _needs_history(self) -> None:
        if not self._settings.history:
            raise Refused(404, "no history is kept: the server was started with --no-history")

    async def _folder(self, slug: str) -> Path:
        folder = await run_in_threadpool(queries.find, slug, self._settings.problems)
        if folder is None:
            raise Refused(404, "there is no such problem")
        return folder


class _File:
    """A file that pages load, in memory."""

    def __init__(self, asset: pages.Asset) -> None:
        self.content = asset.path.read_bytes()
        self.media_type = asset.media_type
        self.tag = f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'


def application(site: Site) -> Starlette:
    """Return the application that answers for `site`, without the guard in front of it."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await site.start()
        try:
            yield
        finally:
            await site.close()

    app = Starlette(
        routes=[
            Route("/", site.catalogue, methods=["GET"]),
            Route("/p/{slug}", site.problem, methods=["GET"]),
            Route("/static/{name}", site.static, methods=["GET"]),
            Route("/api/p/{slug}/run", site.run, methods=["POST"]),
            Route("/api/runs/{number}/cancel", site.cancel, methods=["POST"]),
            Route("/api/p/{slug}/attempts", site.attempts, methods=["GET"]),
            Route("/api/attempts/{number}", site.attempt, methods=["GET"]),
        ],
        exception_handlers={
            Refused: _refused,
            HTTPException: _unknown,
            GraderError: _grader_error,
            Exception: _fault,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # an address has one spelling
    return app


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _say(request, error.status, error.what)


async def _unknown(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = _say(request, error.status_code, "there is nothing at this address")
    answer.headers.update(error.headers or {})
    return answer


async def _grader_error(request: Request, error: Exception) -> Response:
    return _say(request, 500, "; ".join(str(error).split("\n"))[:2000])


async def _fault(request: Request, error: Exception) -> Response:
    return _say(request, 500, f"a fault of grader itself: {type(error).__name__}: {error}"[:500])


def _say(request: Request, status: int, what: str) -> Response:
    if request.url.path.startswith("/api/"):
        return JSONResponse({"message": what}, status)
    title = "Not found" if status == 404 else "Something went wrong"
    return HTMLResponse(pages.message(title, f"{what[:1].upper()}{what[1:]}."), status)
