"""What only the judge knows is nowhere in the memory of a process that runs submissions.

The memory is read from outside: by root, or by anybody where the test leaves the process dumpable.
"""

import os
import secrets
from pathlib import Path

import numpy as np
import pytest
from hostile.files import PROBLEM
from hostile.probes import descendants, processes

from grader.bank.cache import open_bank
from grader.judge import Judge
from grader.problem.folder import load_problem
from grader.runner import launch
from grader.runner.client import KernelRunner
from grader.runner.status import Limits
from grader.runner.wire import Call, encode_value

pytestmark = pytest.mark.kernel
ROOT = Path(__file__).parents[2]
LEAST_BYTES, LEAST_WANTS = 64, 20
PLANTED = secrets.token_hex(16)


def memory_of(pid):
    """Give every readable part of a process's memory."""
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb") as memory:
        for line in maps:
            place, rights = line.split()[:2]
            start, end = (int(part, 16) for part in place.split("-"))
            if "r" in rights and "[v" not in line:
                try:
                    memory.seek(start)
                    yield memory.read(end - start)
                except (OSError, OverflowError):
                    continue


def found_in(pids, needles):
    """Return the names of those `needles` that lie in the memory of a process."""
    found = set()
    for pid in pids:
        for part in memory_of(pid):
            found |= {name for name, data in needles.items() if name not in found and data in part}
    return found


@pytest.fixture
def dumpable(monkeypatch):
    """Leave processes readable from outside for this user, where it is not root."""
    if os.geteuid() == 0:
        return
    code = dict(launch._code())
    source = (
        (ROOT / "grader/runner/confine/capabilities.py")
        .read_text()
        .replace("PR_SET_DUMPABLE, 0", "PR_SET_DUMPABLE, 1")
    )
    assert "PR_SET_DUMPABLE, 1" in source
    code[f"{launch.PRIVATE}.confine.capabilities"] = compile(source, "capabilities", "exec")
    monkeypatch.setattr(launch, "_code", lambda: code)


class Asleep:
    """A submission that waits in its first call, for as long as the body of the `with` takes."""

    def __init__(self, judge, kept):
        self.judge = judge
        self.kept = kept

    def __enter__(self):
        source = (
            f"KEPT = {self.kept!r} + '-planted'\nimport time\ndef layer_norm(*a, **k):\n    time.sleep(300)\n"
        )
        self.run = self.judge._spawner.run(source.encode())
        spawner = self.judge._spawner._process._pid
        while not (below := descendants(spawner, processes())):
            os.sched_yield()
        cells = self.judge._spawner._process.cells
        while cells[0] < 2:  # until the first call has begun
            os.sched_yield()
        return [spawner, *below]

    def __exit__(self, *_):
        self.run.close()


@pytest.mark.parametrize("where", ["small", pytest.param("bundled", marks=pytest.mark.long)])
def test_no_want_and_no_seed_and_no_reference_is_in_the_process(where, cache, dumpable):
    folder = PROBLEM if where == "small" else ROOT / "problems" / "layer_norm"
    problem = load_problem(folder)
    seed = int.from_bytes(secrets.token_bytes(16), "little") | 1 << 127
    bank = open_bank(problem, seed=seed, cache_dir=cache)
    inputs = encode_value([c.call.steps for c in bank.cases])
    wants = {}
    for case in bank.cases:
        for step, want in enumerate(case.wants):
            data = np.ascontiguousarray(want).tobytes()
            if len(data) >= LEAST_BYTES and data not in inputs and len(set(np.ravel(want).tolist())) > 4:
                wants[f"want {case.name} {step}"] = data
    assert len(wants) >= (LEAST_WANTS if where == "bundled" else 8)
    needles = wants | {
        "seed in bytes": seed.to_bytes(16, "little"),
        "seed the other way": seed.to_bytes(16, "big"),
        "seed in words": str(seed).encode(),
        "reference": (folder / "reference.py").read_bytes()[-80:],
        "strategies": (folder / "strategies.py").read_bytes()[-80:],
        "name of a case": max((c.name for c in bank.cases), key=len).encode(),
        "a reason": max((c.why for c in bank.cases), key=len).encode(),
    }
    planted = f"{PLANTED}-planted"
    with Judge(problem, seed=seed, cache_dir=cache) as judge:
        assert (
            judge.grade((ROOT / "submissions/layer_norm/accepted/vectorized.py").read_bytes()).verdict == "AC"
        )
        with Asleep(judge, PLANTED) as pids:
            assert len(pids) == 2
            found = found_in(pids, needles | {"planted": planted.encode(), "input": _an_input(bank)})
    assert found == {"planted", "input"}


def _an_input(bank):
    return next(
        a
        for c in bank.cases
        for a in c.call.steps[0]
        if isinstance(a, np.ndarray) and a.nbytes >= LEAST_BYTES
    ).tobytes()


def test_the_environment_is_made_from_nothing(monkeypatch, dumpable):
    monkeypatch.setenv("SECRET_TOKEN", PLANTED)
    monkeypatch.setenv("PYTHONPATH", "/nonexistent-by-test")
    runner = KernelRunner(entry_point="f")
    with runner.open([Call(((),))], Limits()) as spawner:
        (result,) = spawner.run(b"def f(): return 1")
        assert result.values == (1,)
        pid = spawner._process._pid
        names = {
            line.split(b"=")[0].decode()
            for line in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            if line
        }
        assert names <= {*launch._ENVIRONMENT, "LD_LIBRARY_PATH"}
        assert found_in([pid], {"secret": PLANTED.encode(), "path": b"/nonexistent-by-test"}) == set()
