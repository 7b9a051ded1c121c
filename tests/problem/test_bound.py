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
    with pytest.raises(TookTooLong, match=r"^is still running after 0.05 s$"), bounded(0.05):
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
    assert caught == ["is still running after 0.05 s"]


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


class Mine(BaseException):
    pass


@pytest.mark.parametrize("kind", [KeyboardInterrupt, GeneratorExit, Mine])
@pytest.mark.parametrize("main_thread", [True, False])
def test_what_would_end_the_program_is_what_the_code_did(kind, main_thread):
    told = []

    def run():
        try:
            with bounded(60):
                raise kind
        except Stopped as error:
            told.append(str(error))

    if main_thread:
        run()
    else:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    assert told == [f"raises {kind.__name__}, which ends the program; raise an Exception"]


def test_an_interrupt_by_the_user_stays_one():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), bounded(60):
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_handler_that_only_takes_note_is_called():
    heard = []
    before = signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    try:
        with bounded(60):
            signal.raise_signal(signal.SIGINT)
            heard.append(2)
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [1, 2]


@pytest.mark.parametrize("times", [1, 2, 5])
def test_a_signal_that_comes_while_the_timer_is_switched_off_leaves_it_off(times, monkeypatch):
    switch = signal.setitimer

    def late(which, seconds, *interval):
        if not seconds:
            for _ in range(times):
                signal.raise_signal(signal.SIGALRM)
        return switch(which, seconds, *interval)

    before = signal.getsignal(signal.SIGALRM)
    monkeypatch.setattr(signal, "setitimer", late)
    with bounded(60):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before
