"""The sandbox alone: what a fork of it costs, what confining it adds, and what a large array adds."""

import subprocess
import sys
import time
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


def cpu_of_running(spawner, source, calls):
    """Return the CPU seconds of the judge and of the submission's process for one run."""
    before_s = time.process_time()
    run = spawner.run(source, calls=calls)
    list(run)
    return time.process_time() - before_s + run.usage.cpu_s


def cpu_of_copying(block):
    """Return the CPU seconds of a copy into new memory: the kernel's clearing of pages is part of it."""
    before_s = time.process_time()
    copies = [block.copy() for _ in range(COUNT)]
    return (time.process_time() - before_s) / len(copies)


def test_what_a_megabyte_costs(table):
    block = np.arange(float(LARGE))
    with opened("kernel", SMALL, LARGE) as spawner:
        ratios = []
        for _ in range(9):
            pairs = [[cpu_of_running(spawner, RETURNS, [index]) for index in (0, 1)] for _ in range(COUNT)]
            small_s, large_s = map(median, zip(*pairs, strict=True))
            copy_s = cpu_of_copying(block)
            ratios.append((large_s - small_s) / copy_s)
    name = "1 MB handed over / a copy of it, CPU time"
    note = f"{(large_s - small_s) * 1e3:.2g} ms beside {copy_s * 1e3:.2g} ms"
    table.add(Row("runner", name, median(ratios), min(ratios), max(ratios), 3, note=note))
