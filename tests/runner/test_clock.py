"""CPU time is the limit, and waiting is what a process does of its own accord."""

import os
import subprocess
import sys

import pytest

from grader.runner.client import KernelRunner
from grader.runner.status import Limits, Status
from grader.runner.wire import Call

pytestmark = pytest.mark.kernel
# So little room between the two that a busy machine would go past the wall limit first.
TIGHT = Limits(cpu_s_call=0.3, cpu_s_total=0.9, wall_factor=1.2, reforks=1)


@pytest.fixture
def busy():
    spinning = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3 * (os.cpu_count() or 1))
    ]
    yield
    for process in spinning:
        process.kill()
        process.wait()


def first_detail(body):
    with KernelRunner(entry_point="f").open([Call(((1,),)), Call(((2,),))], TIGHT) as spawner:
        results = list(spawner.run(f"import time\ndef f(n):\n    {body}\n".encode()))
    assert results[0].status is Status.TIME
    return results[0].detail, results[1].status


def test_on_a_busy_machine_work_still_runs_into_the_limit_on_work(busy):
    detail, then = first_detail("while True: pass")
    assert "CPU time for one call" in detail
    assert then is Status.TIME


def test_sleep_runs_into_the_limit_on_waiting_once(busy):
    detail, then = first_detail("time.sleep(60)")
    assert "waiting for one call" in detail
    assert then is Status.SKIPPED
