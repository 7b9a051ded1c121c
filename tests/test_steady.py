"""The same submission gets the same result, however often, and however busy the machine is."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.judge import Judge
from grader.problem.folder import load_problem

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "submissions" / "layer_norm"
FILES = ["accepted/vectorized.py", "wrong_answer/rows_only.py", "run_time_error/refuses_integers.py"]
RUNS = 50
pytestmark = pytest.mark.kernel


@contextmanager
def busy_cores():
    spinning = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)
    ]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


@contextmanager
def idle_cores():
    yield


@pytest.fixture(scope="module")
def judge(cache):
    problem = load_problem(ROOT / "problems" / "layer_norm")
    with Judge(problem, cache_dir=cache) as made:
        yield made


def essence(result):
    return (
        result.verdict,
        result.score,
        result.message,
        result.groups,
        [(c.name, c.verdict, c.reason, c.message) for c in result.cases],
        result.diagnosis,
        result.counterexample,
        result.warnings,
    )


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("load", [idle_cores, busy_cores])
def test_fifty_runs_give_one_result(file, load, judge):
    source = (FOLDER / file).read_bytes()
    with load():
        seen = [essence(judge.grade(source, explained=False)) for _ in range(RUNS)]
    assert all(each == seen[0] for each in seen)


@pytest.mark.parametrize("file", FILES[1:])
def test_explanations_are_the_same_under_load(file, judge):
    source = (FOLDER / file).read_bytes()
    calm = essence(judge.grade(source))
    with busy_cores():
        assert essence(judge.grade(source)) == calm


def test_a_judge_leaves_nothing_open(cache):
    problem = load_problem(ROOT / "problems" / "layer_norm")
    source = (FOLDER / FILES[0]).read_bytes()

    def once():
        with Judge(problem, cache_dir=cache) as judge:
            judge.grade(source)

    once()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        once()
    assert len(os.listdir("/proc/self/fd")) == before
