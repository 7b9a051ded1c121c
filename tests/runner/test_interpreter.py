"""The interpreter of a sandbox starts before anybody knows what it will be asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import grader
from grader.runner.launch import SpawnerInterpreter, _code
from grader.runner.packages import find_packages
from grader.runner.status import Status

from .conftest import open_spawner

KINDS = ["process", pytest.param("kernel", marks=pytest.mark.kernel)]
SOURCE = b"import numpy as np\ndef f(): return np.ones(2).sum()\n"


@pytest.mark.parametrize("isolation", KINDS)
def test_a_spawner_goes_on_with_the_interpreter_that_was_started(isolation):
    with SpawnerInterpreter(find_packages(["numpy"])) as started:
        with open_spawner(isolation=isolation, started=started) as spawner:
            (result,) = spawner.run(SOURCE)
            assert (result.status, result.values) == (Status.RETURNED, (2.0,))
            assert spawner._process._pid == started.pid
        assert started.ended.is_set()


def test_one_that_loads_other_packages_is_ended_and_not_used():
    started = SpawnerInterpreter(find_packages(["numpy", "pytest"]))
    with open_spawner(started=started) as spawner:
        assert started.ended.is_set()
        (result,) = spawner.run(SOURCE)
        assert result.status == Status.RETURNED
        assert spawner._process._pid != started.pid


def test_one_that_has_died_meanwhile_is_replaced():
    started = SpawnerInterpreter(find_packages(["numpy"]))
    with open_spawner(started=started) as spawner:
        os.kill(started.pid, 9)
        assert started.ended.wait(30)
        (result,) = spawner.run(SOURCE)
        assert result.status == Status.RETURNED


def test_one_that_gets_no_order_ends_when_it_is_closed():
    started = SpawnerInterpreter(find_packages(["numpy"]))
    started.close()
    started.close()
    assert started.ended.is_set()


def test_starting_one_needs_neither_numpy_nor_the_modules_that_it_hands_over():
    text = "import sys, grader.runner.launch as l; l._code(); print(*sys.modules)"
    root = Path(grader.__file__).parents[1]
    told = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, cwd=root)
    loaded = set(told.stdout.split())
    assert not loaded & {"numpy", "ctypes", "pydantic", "grader.runner.wire", "grader.runner.confine"}


def test_the_code_handed_over_is_complete():
    assert all(code is not None for code in _code().values())
    assert {name.partition(".")[0] for name in _code()} == {"<runner>"}
