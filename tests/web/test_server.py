"""Where the server listens, and how long it bears with a connection."""

import asyncio
import socket

import pytest
import uvicorn
from uvicorn.server import ServerState

from grader.errors import UsageError
from grader.web import server
from grader.web.security import ListenAddress

GUARD_S = 60.0


@pytest.fixture
def taken(monkeypatch):
    """Return a port that is in use, and is the one that is tried first."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        number = held.getsockname()[1]
        monkeypatch.setattr(server, "DEFAULT_PORT", number)
        yield number


def test_without_a_port_the_next_free_one_is_taken(taken):
    with server.listen("127.0.0.1", None) as bound:
        assert bound.getsockname()[1] != taken


def test_a_port_that_is_asked_for_and_in_use_is_refused(taken):
    with pytest.raises(UsageError, match=f"--port: {taken} is in use"):
        server.listen("127.0.0.1", taken)


@pytest.mark.parametrize("host", ["192.0.2.1", "a" * 300, "1.2.3"])
def test_an_address_that_is_not_this_machines_is_refused(host):
    with pytest.raises(UsageError, match="--host"):
        server.listen(host, 0)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_the_place_is_the_address_in_numbers(host):
    with server.listen(host, 0) as bound:
        place = server.place_of(bound)
        assert place.loopback
        assert not place.everywhere
        assert place.is_here(place.shown)


def test_all_addresses_are_told_from_loopback():
    assert ListenAddress("0.0.0.0", 1).everywhere
    assert not ListenAddress("0.0.0.0", 1).loopback
    assert ListenAddress("::", 1).everywhere
    assert ListenAddress("::1", 8000).shown == "[::1]:8000"


async def slow(scope, receive, send):
    await asyncio.sleep(1.0)
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def talk(pieces):
    """Send each piece after a while, and return what came back until the server closed the connection."""
    config = uvicorn.Config(slow, http=server.BoundedProtocol, log_config=None, lifespan="off")
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: server.BoundedProtocol(config, state, {}), "127.0.0.1", 0)
    async with listening:
        reader, writer = await asyncio.open_connection(*listening.sockets[0].getsockname())

        async def dribble():
            for piece in pieces:
                writer.write(piece)
                await asyncio.sleep(0.02)

        sending = asyncio.create_task(dribble())
        answers = b""
        try:
            # Piece by piece: who sends to a connection that was closed is told so, and what came is lost then.
            async with asyncio.timeout(GUARD_S):
                while piece := await reader.read(65536):
                    answers += piece
        except ConnectionResetError:
            pass
        finally:
            sending.cancel()
            writer.close()
        return answers


@pytest.mark.parametrize(
    ("pieces", "answers"),
    [
        ([], 0),
        ([b"GET / HTTP/1.1\r\n"], 0),
        ([b"a"] * 3000, 0),
        ([b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"], 1),  # the answer takes longer than the bound
        ([b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", *[b"G"] * 3000], 1),
    ],
)
def test_a_connection_that_brings_no_request_is_closed(pieces, answers, monkeypatch):
    monkeypatch.setattr(server, "_IDLE_S", 0.3)
    assert asyncio.run(talk(pieces)).count(b"HTTP/1.1 204 ") == answers
