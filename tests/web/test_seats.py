"""Which worker does what, with workers that are played."""

import asyncio
from pathlib import Path
from typing import ClassVar

import pytest

from grader.web import runs
from grader.web.process import Event, WorkerEnded
from grader.web.runs import Runs

A, B, C = Path("/a"), Path("/b"), Path("/c")
GUARD_S = 60.0


class Played:
    """A worker that opens problems at once, but for those that hang, and runs until it is let go."""

    made: ClassVar = []
    hang: ClassVar = set()

    def __init__(self):
        self.asked, self.alive = [], True
        self.free, self.gone = asyncio.Event(), asyncio.Event()

    @classmethod
    async def start(cls, options):
        cls.made.append(cls())
        return cls.made[-1]

    async def ask(self, question):
        self.asked.append((question["do"], question["folder"]))
        if question["folder"] in self.hang:
            await self._until(self.gone)
        if question["do"] == "prepare":
            yield [Event("done", b"{}")]
            return
        yield [Event("started", b"{}")]
        await self._until(self.free)
        yield [Event("result", b"{}")]

    async def _until(self, what):
        await what.wait()
        if not self.alive:
            raise WorkerEnded("it was ended")

    def kill(self):
        self.alive = False
        self.free.set()
        self.gone.set()

    async def close(self):
        self.kill()


@pytest.fixture
def play(monkeypatch):
    """Play a scene with two workers; it gets the `Runs` and something to let what is due happen."""
    monkeypatch.setattr(runs, "Worker", Played)
    Played.made, Played.hang = [], set()

    def played(scene):
        async def main():
            async with asyncio.timeout(GUARD_S):
                made = Runs({})
                await made.start()
                try:
                    return await scene(made)
                finally:
                    await made.close()

        return asyncio.run(main())

    return played


async def settle():
    for _ in range(50):
        await asyncio.sleep(0)


def asked():
    return [worker.asked for worker in Played.made]


def test_two_problems_that_are_looked_at_are_opened_by_two_workers(play):
    async def scene(runs):
        for folder in (A, B, A):
            runs.prepare(folder)
            await settle()

    play(scene)
    assert asked() == [[("prepare", "/a"), ("prepare", "/a")], [("prepare", "/b")]]


def test_a_run_goes_to_the_worker_that_has_the_problem_open_else_to_the_one_used_longest_ago(play):
    async def scene(runs):
        for folder in (A, B):
            runs.prepare(folder)
            await settle()
        for folder in (B, A, C, A):
            run = runs.add(folder, {"do": "run"})
            await settle()
            for worker in Played.made:
                worker.free.set()
            await settle()
            assert run.done

    play(scene)
    one, other = ([folder for _, folder in each] for each in asked())
    assert one == ["/a", "/a", "/a"]
    assert other == ["/b", "/b", "/c"]


def test_a_worker_that_was_ended_is_replaced_and_opens_the_problem_again(play):
    async def scene(runs):
        run = runs.add(A, {"do": "run"})
        await settle()
        assert runs.cancel(run.id)
        await settle()
        assert not runs.cancel(run.id)

    play(scene)
    assert asked() == [[("run", "/a")], [], [("prepare", "/a")]]


def test_what_hung_before_it_began_is_not_opened_again(play):
    async def scene(runs):
        Played.hang = {"/a"}
        run = runs.add(A, {"do": "run"})
        await settle()
        runs.cancel(run.id)
        await settle()
        return run.done

    assert play(scene)
    assert asked() == [[("run", "/a")], [], []]


def test_a_problem_that_hangs_when_it_is_opened_gives_way(play):
    async def scene(runs):
        Played.hang = {"/a", "/b"}
        runs.prepare(A)
        runs.prepare(B)
        await settle()
        run = runs.add(C, {"do": "run"})
        await settle()
        Played.made[-1].free.set()
        await settle()
        return run.done

    assert play(scene)
    assert [("run", "/c")] in asked()


def test_a_run_that_takes_too_long_is_ended(play, monkeypatch):
    monkeypatch.setattr(runs, "LONGEST_RUN_S", 0.01)

    async def scene(made):
        run = made.add(A, {"do": "run"})
        told = b""
        while (more := await run.take(GUARD_S)) is not None:
            told += more
        return told

    assert b'event: fault\ndata: {"message": "ended after 0.01 s without a result"}' in play(scene)
    assert not Played.made[0].alive


def test_nothing_is_begun_after_the_end(play):
    async def scene(made):
        running = [made.add(A, {"do": "run"}) for _ in range(4)]
        await settle()
        await made.close()
        with pytest.raises(runs.QueueFull):
            made.add(A, {"do": "run"})
        made.prepare(B)
        await settle()
        return [run.done for run in running]

    assert play(scene) == [True] * 4
    assert not any(worker.alive for worker in Played.made)
