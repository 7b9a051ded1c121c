import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from grader.problem import bound as module
from grader.problem.bound import Stopped, TookTooLong, bound, bounded


def loop():
    while True:
        pass


def sleep():
    time.sleep(1000)


def swallow():
    times = 0
    while times < 2:
        try:
            loop()
        except BaseException:  # noqa: BLE001 - as careless code does
            times += 1
    loop()


@pytest.mark.parametrize("endless", [loop, sleep, swallow])
def test_what_does_not_end_is_stopped(endless, monkeypatch):
    monkeypatch.setattr(module, "_AGAIN_S", 0.01)
    with pytest.raises(TookTooLong, match=r"^has not ended after 0.05 s$"), bounded(0.05):
        endless()


@pytest.mark.parametrize("endless", [loop, swallow])
def test_in_another_thread_as_well(endless, monkeypatch):
    monkeypatch.setattr(module, "_AGAIN_S", 0.01)
    caught = []

    def run():
        try:
            with bounded(0.05):
                endless()
        except TookTooLong as error:
            caught.append(str(error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(60)
    assert caught == ["has not ended after 0.05 s"]


def test_nothing_comes_after_the_end():
    for _ in range(200):
        try:
            with bounded(0.001):
                sum(range(5000))
        except TookTooLong:
            pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


def test_a_bound_within_another_leaves_the_outer_one_in_force():
    def inner_then_loop():
        with bounded(50):
            pass
        loop()

    with pytest.raises(TookTooLong, match=r"0.1 s"), bounded(0.1):
        inner_then_loop()
    with pytest.raises(TookTooLong), bounded(0.1), bounded(50):
        loop()


@pytest.mark.parametrize(
    ("end", "said"),
    [
        (lambda: sys.exit(0), "ends the program with SystemExit: 0"),
        (lambda: sys.exit("bye"), "ends the program with SystemExit: 'bye'"),
        (lambda: os._exit(0), "ends the program with os._exit(0)"),
    ],
)
def test_what_would_end_the_judge_is_refused(end, said):
    with pytest.raises(Stopped) as caught, bounded(50):
        end()
    assert str(caught.value) == said
    assert not isinstance(caught.value, TookTooLong)


def test_outside_a_bound_and_in_a_fork_the_process_ends_as_it_likes():
    code = """
        import os
        from grader.problem.bound import bounded

        with bounded(50):
            child = os.fork()
            if not child:
                os._exit(7)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        os._exit(5)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, timeout=60)
    assert (done.stdout, done.returncode) == (b"7\n", 5)


def test_a_bounded_function_is_called_as_before():
    assert bound(lambda a, *, b: a - b, 50)(3, b=1) == 2
    with pytest.raises(TookTooLong):
        bound(loop, 0.05)()
