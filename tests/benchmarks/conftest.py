"""One table for all benchmarks of a run."""

import os
import pickle
from pathlib import Path

import numpy as np
import pytest
from benchmarks.table import Table

from grader.bank.model import Bank
from grader.judge import Judge, session
from grader.problem.folder import load_problem

ROOT = Path(__file__).resolve().parents[2]
RIGHT = ROOT / "submissions" / "layer_norm" / "accepted" / "vectorized.py"
FIXED, GENERATED = 40, 100


@pytest.fixture(scope="session")
def table():
    """Collect the figures; at the end they are written and shown."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        pytest.fail("benchmarks beside each other measure each other: -n 0")
    made = Table()
    yield made
    if made.rows:
        made.write()
        print(f"\n{made.text()}\n")


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def environment(cache):
    """Return the variables of a user's shell: bytecode is written, as for any user."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"GRADER_CACHE_DIR": str(cache), "NO_COLOR": "1"}


@pytest.fixture(scope="session")
def problem():
    return load_problem(ROOT / "problems" / "layer_norm")


@pytest.fixture(scope="session")
def judge(problem, cache):
    """Judge on the problem's own bank."""
    with Judge(problem, cache_dir=cache) as made:
        yield made


@pytest.fixture(scope="session")
def judge_on(problem, cache):
    """Make judges for banks of other cases, none of which is kept."""

    def make(cases):
        bank = Bank(problem.slug, 0, "", tuple(cases))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(session, "open_bank", lambda *_, **__: bank)
            return Judge(problem)

    return make


@pytest.fixture(scope="session")
def single_calls(problem, cache):
    """Return 40 fixed and 100 generated cases of one call each, these from as many seeds as it takes."""
    fixed, generated = [], []
    for seed in range(4):
        for case in session.open_bank(problem, seed=seed, cache_dir=cache).cases:
            if len(case.call.steps) == 1:
                if case.visibility == "generated":
                    generated.append(case)
                elif seed == 0:
                    fixed.append(case)
    assert len(fixed) >= FIXED
    assert len(generated) >= GENERATED
    order = list(problem.spec.groups)
    return sorted(
        fixed[:FIXED] + generated[:GENERATED],
        key=lambda case: (case.visibility != "sample", order.index(case.group)),
    )


def plain(value):
    return np.array(getattr(value, "array", value)) if hasattr(value, "array") else value


@pytest.fixture(scope="session")
def dumped(tmp_path_factory):
    """Write the calls of cases for the scripts beside this file, with their wants if asked to."""

    def dump(cases, *, wants=False):
        path = tmp_path_factory.mktemp("calls") / "calls"
        rows = []
        for case in cases:
            steps = [tuple(plain(a) for a in step) for step in case.call.steps]
            rows.append((steps, case.wants) if wants else steps)
        path.write_bytes(pickle.dumps(rows))
        return path

    return dump
