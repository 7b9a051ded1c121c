"""The sandbox alone: what a fork of it costs, what confining it adds, and what a large array adds."""

import subprocess
import sys
from pathlib import Path
from statistics import median

import numpy as np
import pytest
from benchmarks.table import Row, timed

from grader.runner.client import KernelRunner
from grader.runner.status import Limits
from grader.runner.wire import Call

HERE = Path(__file__).resolve().parent
ADDS = b"import numpy as np\ndef f(x):\n    return x + 1\n"
RETURNS = b"def f(x):\n    return x\n"
SMALL, LARGE = 16, 2**17
COUNT = 40
pytestmark = [pytest.mark.bench, pytest.mark.kernel]


@pytest.fixture
def forks(tmp_path):
    def make(source, size):
        path = tmp_path / "source.py"
        path.write_bytes(source)

        def run():
            command = [sys.executable, HERE / "forks.py", path, str(size), str(COUNT)]
            return float(subprocess.run(command, capture_output=True, check=True).stdout) / COUNT

        return run

    return make


def opened(isolation, *sizes):
    calls = [Call(((np.arange(float(size)),),)) for size in sizes]
    return KernelRunner(entry_point="f", isolation=isolation).open(calls, Limits())


def each(spawner, source=ADDS, calls=None):
    def run():
        return timed(lambda: [list(spawner.run(source, calls=calls)) for _ in range(COUNT)]) / COUNT

    run()
    return run


@pytest.mark.parametrize(("name", "size"), [("small array", SMALL), ("1 MB array", LARGE)])
def test_one_call(table, forks, name, size):
    with opened("kernel", size) as confined, opened("process", size) as unconfined:
        ours = each(confined)
        table.compare(
            "runner", f"{name}: confined / unconfined", ours, each(unconfined), target=1.3, rounds=7
        )
        table.compare("runner", f"{name}: confined / fork, call, write, read", ours, forks(ADDS, size))


def test_what_a_megabyte_costs(table):
    # What is new memory each time, as it is for a fork: the kernel's clearing of pages is part of it.
    block = np.arange(float(LARGE))
    with opened("kernel", SMALL, LARGE) as spawner:
        small, large = each(spawner, RETURNS, [0]), each(spawner, RETURNS, [1])
        ratios = []
        for _ in range(9):
            copy_s = timed(lambda: [block.copy() for _ in range(COUNT)]) / COUNT
            ratios.append((large() - small()) / copy_s)
    note = f"a copy: {copy_s * 1e3:.3g} ms"
    table.add(
        Row(
            "runner",
            "1 MB handed over / a copy of it",
            median(ratios),
            min(ratios),
            max(ratios),
            3,
            note=note,
        )
    )
