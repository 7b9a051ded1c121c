"""One submission after the other in one process: how near the fork and the calls themselves."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from benchmarks.conftest import RIGHT
from benchmarks.table import timed

HERE = Path(__file__).resolve().parent
COUNT = 20
pytestmark = [pytest.mark.bench, pytest.mark.kernel]


def bare(calls, count=COUNT, *, cpu=False):
    """Return what gives the seconds a submission of forking and calling with nothing around it."""

    def run():
        command = [sys.executable, HERE / "bare.py", calls, RIGHT, str(count)]
        told = subprocess.run(command, capture_output=True, check=True).stdout.split()
        return float(told[cpu]) / count

    return run


def each(function, count=COUNT):
    """Return what gives the seconds of one call, among `count`."""
    function()
    return lambda: timed(lambda: [function() for _ in range(count)]) / count


def cpu_of_grading(judge, source, count=COUNT):
    """Return what gives the CPU seconds a submission, of the judge and of both processes of the sandbox."""
    spawner_clock = (~judge._spawner._process._pid << 3) | 2  # the kernel's name for a process's CPU time

    def run():
        before_s = time.process_time() + time.clock_gettime(spawner_clock)
        children_s = sum(judge.grade(source).resources.cpu_s for _ in range(count))
        return (time.process_time() + time.clock_gettime(spawner_clock) - before_s + children_s) / count

    return run


def compare_with_bare(table, judge, cases, calls, what):
    source = RIGHT.read_bytes()
    assert judge.grade(source).verdict == "AC"
    title = f"{what} / fork and calls"
    theirs = bare(calls)
    table.compare("grade", f"run {title}", each(lambda: list(judge._spawner.run(source))), theirs, rounds=7)
    table.compare("grade", f"grade {title}", each(lambda: judge.grade(source)), theirs, rounds=7, target=1.5)
    cpu = cpu_of_grading(judge, source)
    table.compare("grade", f"grade {what}, CPU time / fork and calls", cpu, bare(calls, cpu=True), rounds=9)
    assert len(cases) == len(judge.bank.cases)


def test_forty_fixed_and_a_hundred_generated_cases(table, judge_on, single_calls, dumped):
    with judge_on(single_calls) as judge:
        compare_with_bare(table, judge, single_calls, dumped(single_calls), "40 + 100 single calls")


def test_all_cases_of_a_problem(table, judge, dumped):
    cases = judge.bank.cases
    count = sum(len(case.call.steps) for case in cases)
    compare_with_bare(table, judge, cases, dumped(cases), f"{len(cases)} cases of {count} calls")
