"""The server's side of a worker, with programs in its place that do what a worker must not."""

import asyncio
import json
import os
import select
import tempfile

import pytest

from grader import python_process
from grader.web import process
from grader.web.process import Event, Worker, WorkerEnded

GUARD_S = 60.0
ANSWERS = "import sys, time; sys.stdin.readline(); write = sys.stdout.write; "


def run_instead(monkeypatch, program):
    monkeypatch.setattr(
        process, "_program", lambda _, home: python_process.bare(program, {**os.environ, "TMPDIR": home})
    )


def asked(monkeypatch, program):
    """Return the events with which `program` answers, at most so many at a time as have come."""
    run_instead(monkeypatch, program)

    async def run():
        worker = await Worker.start({})
        try:
            return [event async for events in worker.ask({"do": "x"}) for event in events]
        finally:
            await worker.close()
            assert not worker.alive

    return asyncio.run(run())


@pytest.mark.parametrize("last", ["result", "done", "fault"])
def test_an_answer_comes_to_its_end_with_its_last_event(monkeypatch, last):
    program = ANSWERS + (
        f"write('case {{\"a\": 1}}\\ncase '); sys.stdout.flush(); time.sleep(0.1); write('2\\n{last} 3\\n'); "
        "sys.stdout.flush(); sys.stdin.readline()"
    )
    assert asked(monkeypatch, program) == [Event("case", b'{"a": 1}'), Event("case", b"2"), Event(last, b"3")]


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("raise SystemExit(7)", "exit status 7"),
        ("import os; os.kill(os.getpid(), 9)", "SIGKILL"),
        (ANSWERS + "write('case 1\\n'); sys.exit(3)", "exit status 3"),
        (ANSWERS + "write('x' * 1_000_000); sys.stdout.flush(); time.sleep(600)", "too long"),
        ("import os; os.close(0); os.close(1); import time; time.sleep(600)", "SIGKILL"),
    ],
)
def test_a_worker_that_does_not_answer_has_ended(monkeypatch, program, said):
    monkeypatch.setattr(process, "MAX_LINE_BYTES", 500_000)
    with pytest.raises(WorkerEnded, match=said):
        asked(monkeypatch, program)


def test_what_a_worker_leaves_behind_is_put_away(monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    program = ANSWERS + (
        "import tempfile; open(tempfile.mkdtemp() + '/x', 'w').close(); "
        "write(f'done \"{tempfile.gettempdir()}\"\\n'); sys.stdout.flush(); time.sleep(600)"
    )
    (event,) = asked(monkeypatch, program)
    assert json.loads(event.data).startswith(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_what_a_worker_has_started_ends_with_it(monkeypatch):
    program = ANSWERS + (
        "import subprocess; p = subprocess.Popen(['sleep', '600']); write(f'case {p.pid}\\n'); "
        "sys.stdout.flush(); time.sleep(600)"
    )
    run_instead(monkeypatch, program)

    async def run():
        worker = await Worker.start({})
        async for events in worker.ask({}):
            handle = os.pidfd_open(int(events[0].data))
            worker.kill()
            break
        await worker.close()
        return handle

    handle = asyncio.run(run())
    try:
        assert select.select([handle], [], [], GUARD_S)[0]  # readable once it has ended
    finally:
        os.close(handle)
