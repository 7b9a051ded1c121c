"""What is told of a run, and to whom, without a server."""

import asyncio
import json
from pathlib import Path

import pytest

from grader.web import stream
from grader.web.runs import QueuedRun
from grader.web.stream import EventStream

GUARD_S = 60.0


def run():
    return QueuedRun(Path("/nowhere"), {"do": "run"})


def events(data):
    """Return pairs of name and data, and check that there is nothing else."""
    found = []
    for block in data.decode().split("\n\n")[:-1]:
        first, second = block.split("\n")
        found.append((first.removeprefix("event: "), json.loads(second.removeprefix("data: "))))
    return found


def test_what_was_told_is_taken_once_and_then_there_is_an_end():
    async def main():
        one = run()
        one.tell("a", {"x": 1})
        one.tell("b", b"2")
        first = await one.take(GUARD_S)
        nothing = await one.take(0.01)
        one.tell("c", {}, last=True)
        one.tell("d", {})
        return events(first), nothing, events(await one.take(GUARD_S)), await one.take(GUARD_S)

    assert asyncio.run(main()) == ([("a", {"x": 1}), ("b", 2)], b"", [("c", {})], None)


def test_a_place_is_told_when_it_changes():
    async def main():
        one = run()
        for place in (3, 3, 2, 2, 0):
            one.tell_place(place)
        return [data["place"] for _, data in events(await one.take(GUARD_S))]

    assert asyncio.run(main()) == [3, 2, 0]


async def _streamed(one, receive):
    """Send the stream of `one`; return what was sent, and how often it was said that nobody listens."""
    sent, gone = [], []

    def leave():
        gone.append(1)
        one.tell("cancelled", {}, last=True)

    async def send(message):
        sent.append(message)

    async with asyncio.timeout(GUARD_S):
        await EventStream(one, leave)({"type": "http"}, receive, send)
    return sent, len(gone)


async def _stays():
    await asyncio.Event().wait()


def test_a_stream_says_that_it_is_still_there_and_ends_with_the_run(monkeypatch):
    monkeypatch.setattr(stream, "_HEARTBEAT_S", 0.01)

    async def main():
        one = run()
        asyncio.get_running_loop().call_later(0.1, lambda: one.tell("result", {}, last=True))
        return await _streamed(one, _stays)

    sent, _ = asyncio.run(main())
    bodies = [message["body"] for message in sent[1:]]
    assert bodies[0] == b": still here\n\n"
    assert events(bodies[-2]) == [("result", {})]
    assert (bodies[-1], sent[-1]["more_body"]) == (b"", False)


def test_a_client_that_leaves_is_noticed():
    async def leaves():
        await asyncio.sleep(0.01)
        return {"type": "http.disconnect"}

    _, gone = asyncio.run(_streamed(run(), leaves))
    assert gone


@pytest.mark.parametrize("fails_at", [0, 1, 2])
def test_a_connection_that_breaks_is_noticed(fails_at):
    async def main():
        one = run()
        one.tell("a", {})
        one.tell("result", {}, last=True)
        gone = []

        async def send(_):
            nonlocal fails_at
            fails_at -= 1
            if fails_at < 0:
                raise OSError("gone")

        with pytest.raises(OSError, match="gone"):
            await EventStream(one, lambda: gone.append(1))({"type": "http"}, _stays, send)
        return gone

    assert asyncio.run(main())
