"""Whoever is killed, and whenever: nothing is left running, and the next run works."""

import os
import random
import subprocess
import sys
import time

import pytest
from hostile.bench import GUARD_S, PATIENT, small_judge
from hostile.files import HERE, HONEST

pytestmark = pytest.mark.kernel

ORPHANS_S = 30.0
JUDGING = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from hostile.bench import small_judge
from hostile.files import HONEST
SLOW = HONEST.replace(b"    d = x", b"    for _ in range(20000): pass\\n    d = x")
judge, _ = small_judge(Path(sys.argv[2]))
with judge:
    assert judge.grade(HONEST).verdict == "AC"
    print(judge._spawner._process._pid, flush=True)  # each spawner has a session of its own
    while True:
        assert judge.grade(SLOW).verdict == "AC"
"""


def gone(running):
    """Wait until `running` gives no process any more; return those that it gives at the end of the guard."""
    end = time.monotonic() + ORPHANS_S
    while (left := running()) and time.monotonic() < end:
        time.sleep(0.01)
    return left


def of_session(session):
    """Return the processes of a session that run or wait, and are not only yet to be reaped."""
    found = set()
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    state, _, _, its_session = file.read().rpartition(")")[2].split()[:4]
            except OSError:
                continue
            if int(its_session) == session and state not in "ZX":
                found.add(int(entry))
    return found


@pytest.mark.parametrize("times", [2, pytest.param(60, marks=pytest.mark.long)])
def test_a_killed_judge_leaves_nothing_running(times, cache):
    rng = random.Random(times)
    for _ in range(times):
        with subprocess.Popen(
            [sys.executable, "-c", JUDGING, str(HERE.parent), str(cache)], stdout=subprocess.PIPE, text=True
        ) as judging:
            session = int(judging.stdout.readline())
            time.sleep(rng.uniform(0, 0.05))  # the moment, not a wait for anything
            judging.kill()
            judging.wait(GUARD_S)
        assert gone(lambda session=session: of_session(session)) == set()
    judge, _ = small_judge(cache)
    with judge:
        assert judge.grade(HONEST).verdict == "AC"


@pytest.mark.parametrize("times", [3, pytest.param(200, marks=pytest.mark.long)])
def test_a_killed_spawner_costs_one_verdict_at_most(times, cache):
    rng = random.Random(times)
    judge, runner = small_judge(cache, **PATIENT)
    with judge:
        faults = 0
        for _ in range(times):
            honest = judge.grade(HONEST)
            assert honest.verdict == "AC", honest.message
            spawner = runner.spawner._process._pid
            kill_at = time.monotonic() + rng.uniform(0, 0.02)
            source = HONEST.replace(b"    d = x", b"    for _ in range(20000): pass\n    d = x")
            killer = subprocess.Popen(
                [
                    sys.executable,
                    "-S",
                    "-c",
                    f"import os, time\nwhile time.monotonic() < {kill_at}: pass\nos.kill({spawner}, 9)",
                ]
            )
            verdict = judge.grade(source).verdict
            killer.wait(GUARD_S)
            assert verdict in ("AC", "JE")  # never the submission's zero
            faults += verdict == "JE"
            assert gone(lambda spawner=spawner: of_session(spawner)) == set()
        assert judge.grade(HONEST).verdict == "AC"


def test_a_spawner_that_has_gone_unnoticed_is_replaced(cache, monkeypatch):
    judge, runner = small_judge(cache)
    with judge:
        assert judge.grade(HONEST).verdict == "AC"
        # Its end is told by a thread, which may be late: until then nothing is known of it.
        process = runner.spawner._process
        monkeypatch.setattr(type(process), "usable", property(lambda process: not process.broken))
        os.kill(process._pid, 9)
        assert process._ended.wait(GUARD_S)
        assert judge.grade(HONEST).verdict == "AC"
        assert runner.spawner._process is not process
