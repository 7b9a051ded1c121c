"""The HTTP server: its socket, its bounds, and its shutdown."""

import asyncio
import errno
import ipaddress
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from types import FrameType

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from grader.errors import UsageError, reason
from grader.web.app import ServerSettings, Site, application
from grader.web.browser import Opening
from grader.web.security import Guard, Keys, ListenAddress

DEFAULT_PORT = 8470
_PORTS_TRIED = 50
MAX_CONNECTIONS = 100
MAX_HEADER_BYTES = 32 * 1024
_IDLE_S = 10.0
_END_S = 5


class BoundedProtocol(H11Protocol):
    """HTTP over one connection, which is closed when for a while it brings no whole request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to watch."""
        super().connection_made(transport)
        self.loop.call_later(_IDLE_S, self._look, None)

    def _look(self, last: RequestResponseCycle | None) -> None:
        """Close a connection that has been between two requests, or before the first, since the last look."""
        if self.transport.is_closing():
            return
        idle = last is None or last.response_complete
        if idle and self.cycle is last:
            self.transport.close()
            return
        self.loop.call_later(_IDLE_S, self._look, self.cycle)


class Server(uvicorn.Server):
    """Ends its runs first when it is to end: streams come to their end with them."""

    def __init__(self, config: uvicorn.Config, site: Site, opening: Opening | None = None) -> None:
        super().__init__(config)
        self._site = site
        self._opening = opening
        self.signal: int | None = None

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Listen to signals; that the terminal was closed is one, unless it is to be ignored (``nohup``)."""
        with super().capture_signals():
            before = signal.getsignal(signal.SIGHUP)
            if before != signal.SIG_IGN:
                signal.signal(signal.SIGHUP, self.handle_exit)
            try:
                yield
            finally:
                signal.signal(signal.SIGHUP, before)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal as the wish to end; a second one does not wait."""
        del frame
        self.signal = sig
        self.force_exit = self.should_exit
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and start a browser if one is wanted."""
        await super().startup(sockets)
        if self._opening is not None:
            threading.Thread(target=self._opening.show, daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End runs, connections and processes."""
        await self._site.close()
        await super().shutdown(sockets)


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that is bound to `host` and `port`; without a port, to the next free one.

    Raises
    ------
    UsageError
        The address does not exist, or the port is in use.
    """
    try:
        family, _, _, _, found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise UsageError(f"--host: {host} is not an address of this machine: {reason(error)}") from None
    address = str(found[0])
    tried = [port] if port is not None else [*range(DEFAULT_PORT, DEFAULT_PORT + _PORTS_TRIED), 0]
    for number in tried:
        bound = socket.socket(family, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            bound.bind((address, number))
            bound.listen(MAX_CONNECTIONS)
        except OSError as error:
            bound.close()
            if error.errno == errno.EADDRINUSE and port is None:
                continue
            if error.errno == errno.EADDRINUSE:
                raise UsageError(
                    f"--port: {port} is in use; give another, or leave out --port for the next free one"
                ) from None
            option = "--port" if error.errno == errno.EACCES else "--host"
            value = port if option == "--port" else host
            raise UsageError(f"{option}: can't listen on {value}: {reason(error)}") from None
        return bound
    raise UsageError("--port: no port is free; give one")


def place_of(bound: socket.socket) -> ListenAddress:
    """Return where a socket listens."""
    address, port = bound.getsockname()[:2]
    return ListenAddress(str(ipaddress.ip_address(address.partition("%")[0])), port)


def serve(
    bound: socket.socket,
    settings: ServerSettings,
    keys: Keys,
    *,
    log_level: str = "critical",
    opening: Opening | None = None,
) -> int:
    """Serve until a signal comes; return its number, 0 if none did.

    Parameters
    ----------
    bound
        From `listen`.
    settings, keys
        The settings of the site, and its secrets.
    log_level
        From which level on uvicorn tells what happens.
    opening
        What a browser is started with, once the server answers; closed at the end.
    """
    site = Site(settings)
    guarded = Guard(application(site), place_of(bound), keys)
    config = uvicorn.Config(
        guarded,
        http=BoundedProtocol,
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level=log_level,
        access_log=False,  # the first address holds the token
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MAX_CONNECTIONS,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        timeout_keep_alive=int(_IDLE_S),
        timeout_graceful_shutdown=_END_S,
    )
    server = Server(config, site, opening)
    with nullcontext() if opening is None else closing(opening):
        server.run(sockets=[bound])
    return server.signal or 0
