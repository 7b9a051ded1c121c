"""A class: what a submission costs in a batch, beside the calls alone and beside what is usually done."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.conftest import RIGHT, ROOT
from benchmarks.table import timed
from benchmarks.test_grading import bare

HERE = Path(__file__).resolve().parent
GRADER = Path(sys.executable).parent / "grader"
# One process starts before the first submission and one at the end writes the pages: a class of a hundred.
CLASS, MIXED_CLASS = 120, 20
COUNT = 60  # of a bare loop
TEST = """
import pickle, runpy, numpy as np, pytest
CASES = pickle.load(open({calls!r}, "rb"))
layer_norm = runpy.run_path({source!r})["layer_norm"]
@pytest.mark.parametrize("case", range(len(CASES)))
def test_case(case):
    steps, wants = CASES[case]
    for arguments, want in zip(steps, wants):
        np.testing.assert_allclose(layer_norm(*arguments), want, rtol=1e-6, atol=1e-8)
"""
WRONG = ("sample_variance", "no_affine", "eps_outside_root", "batch_norm", "one_pass", "rms_norm")
pytestmark = [pytest.mark.bench, pytest.mark.kernel]


@pytest.fixture
def batch(environment, tmp_path):
    """Return what gives the seconds a submission of grading a folder on so many cores."""

    def make(folder, jobs):
        count = len(list(folder.iterdir()))
        out = tmp_path / f"out{jobs}"
        words = ["batch", folder, "-p", ROOT / "problems" / "layer_norm", "-o", out, "-j", jobs]

        def run():
            shutil.rmtree(out, ignore_errors=True)
            command = [GRADER, *map(str, words)]
            return (
                timed(lambda: subprocess.run(command, env=environment, capture_output=True, check=True))
                / count
            )

        return run

    return make


def at_once(calls, processes):
    """Return what gives the seconds a submission of bare loops beside each other."""
    command = [sys.executable, HERE / "bare.py", calls, RIGHT, str(COUNT)]

    def run():
        loops = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(processes)]
        spans = [float(loop.communicate()[0].split()[0]) for loop in loops]
        return max(spans) / (COUNT * processes)

    return run


@pytest.fixture
def right(tmp_path):
    return made(tmp_path / "right", [RIGHT] * CLASS)


def made(folder, sources):
    folder.mkdir()
    for number, source in enumerate(sources):
        # Each its own: nothing is to be had from having seen one before.
        (folder / f"s{number:05d}.py").write_text(f"# {number}\n{source.read_text()}")
    return folder


def test_a_class_that_is_right(table, judge, dumped, batch, right):
    alone, both = batch(right, 1), batch(right, 2)
    alone()  # the bank is there from now on
    title = f"{len(judge.bank.cases)} cases"
    table.compare(
        "batch", f"-j1, {title} / fork and calls", alone, bare(dumped(judge.bank.cases)), target=1.5
    )
    table.compare("batch", "-j1 / -j2, time", both, alone, target=1.8, least=True, invert=True, rounds=3)
    # What the machine makes of a second process that shares nothing with the first is all there is to be had.
    calls = dumped(judge.bank.cases)
    table.compare(
        "batch", "fork and calls: one process / two at once, time", at_once(calls, 2), at_once(calls, 1),
        invert=True,
    )  # fmt: skip


def test_a_class_beside_a_process_for_each(table, judge, dumped, environment, batch, right, tmp_path):
    fixed = [case for case in judge.bank.cases if case.visibility != "generated"]
    calls = dumped(fixed, wants=True)
    test = tmp_path / "test_solution.py"
    test.write_text(TEST.format(calls=str(calls), source=str(RIGHT)))

    def process(*words):
        command = [sys.executable, *map(str, words)]
        return lambda: timed(
            lambda: subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, check=True)
        )

    pytest_run = process("-m", "pytest", "-q", "-p", "no:cacheprovider", test)
    python_run = process(HERE / "one_process.py", calls, RIGHT)
    ours = batch(right, 1)
    ours()
    every, name = len(judge.bank.cases), "process on the fixed ones"
    for what, theirs, target in (("pytest", pytest_run, 100), ("python", python_run, None)):
        table.compare(
            "batch", f"{what} {name} / -j1 on all {every}", ours, theirs,
            rounds=3, target=target, least=True, invert=True,
        )  # fmt: skip


def test_the_same_cases_as_pytest(table, judge_on, judge, dumped, environment, tmp_path):
    fixed = [
        case for case in judge.bank.cases if len(case.call.steps) == 1 and case.visibility != "generated"
    ]
    fixed = fixed[:40]
    test = tmp_path / "test_solution.py"
    test.write_text(TEST.format(calls=str(dumped(fixed, wants=True)), source=str(RIGHT)))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test)]
    source = RIGHT.read_bytes()

    def pytest_run():
        return timed(
            lambda: subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, check=True)
        )

    with judge_on(fixed) as small:
        table.compare(
            "batch", "pytest process / grade, the same 40 fixed cases",
            lambda: timed(lambda: [small.grade(source) for _ in range(20)]) / 20,
            pytest_run, target=100, least=True, invert=True,
        )  # fmt: skip
    table.compare(
        "batch", "pytest process / fork and calls, the same 40", bare(dumped(fixed)), pytest_run, invert=True
    )


def test_a_class_as_it_comes(table, batch, right, tmp_path):
    folder = ROOT / "submissions" / "layer_norm"
    wrong = [folder / "wrong_answer" / f"{name}.py" for name in WRONG]
    endless = folder / "time_limit_exceeded" / "loop_without_end.py"
    crashing = folder / "run_time_error" / "endless_recursion.py"
    twentieth = MIXED_CLASS // 20
    sources = [RIGHT] * 12 * twentieth + (wrong * twentieth)[: 6 * twentieth]
    mixed = made(tmp_path / "mixed", sources + [crashing] * twentieth + [endless] * twentieth)
    one, two = batch(mixed, 1), batch(mixed, 2)
    calm = batch(right, 1)
    calm()
    table.compare("batch", "-j1: 60 % right, 30 wrong, 5 crash, 5 endless / right", one, calm, rounds=2)
    table.compare("batch", "the same on -j1 / on -j2, time", two, one, rounds=2, least=True, invert=True)
