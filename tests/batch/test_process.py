import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor

import pytest

from grader.batch.process import WorkerProcess


@pytest.fixture
def process():
    made = WorkerProcess()
    yield made
    made.shutdown(cancel_futures=True)


def test_calls_are_answered_by_another_process(process):
    assert process.submit(os.getpid).result() != os.getpid()
    assert process.submit(divmod, 7, 3).result() == (2, 1)


def test_large_answers_and_arguments_pass(process):
    assert process.submit(bytes, 5_000_000).result() == bytes(5_000_000)
    assert process.submit(len, bytes(5_000_000)).result() == 5_000_000


def test_an_exception_is_that_of_the_future_and_the_process_goes_on(process):
    with pytest.raises(RuntimeError, match="ZeroDivisionError: "):
        process.submit(divmod, 1, 0).result()
    assert process.submit(abs, -1).result() == 1


def test_one_task_at_a_time(process):
    process.submit(time.sleep, 30)
    with pytest.raises(RuntimeError, match="one task at a time"):
        process.submit(abs, -1)


@pytest.mark.parametrize("how", ["while working", "while idle"])
def test_a_process_that_is_killed_breaks_its_executor(process, how):
    pid = process.submit(os.getpid).result()
    if how == "while working":
        future = process.submit(time.sleep, 30)
        os.kill(pid, signal.SIGKILL)
    else:
        os.kill(pid, signal.SIGKILL)
        future = process.submit(time.sleep, 30)
    with pytest.raises(BrokenExecutor):
        future.result(timeout=20)


def test_a_process_that_leaves_breaks_its_executor(process):
    with pytest.raises(BrokenExecutor):
        process.submit(os._exit, 0).result(timeout=20)


def test_the_interrupt_of_a_terminal_is_not_for_workers(process):
    pid = process.submit(os.getpid).result()
    os.kill(pid, signal.SIGINT)
    assert process.submit(abs, -1).result() == 1


def test_shutdown_ends_the_process():
    made = WorkerProcess()
    pid = made.submit(os.getpid).result()
    made.shutdown()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    made.shutdown()
    with pytest.raises(RuntimeError):
        made.submit(abs, -1)


def test_a_worker_ends_with_the_run_that_started_it_however_that_ends():
    program = """
import os, sys, time
from grader.batch.process import WorkerProcess
if __name__ == "__main__":
    made = WorkerProcess()
    print(made.submit(os.getpid).result(), flush=True)
    made.submit(time.sleep, 60)
    os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    pid = int(done.stdout)
    for _ in range(2000):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if _state(pid) == "Z":
            return
        time.sleep(0.01)
    pytest.fail("the worker lives on")


def _state(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return "Z"
