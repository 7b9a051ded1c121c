"""Everything, in random order, through one judge: what was there before is there after, and no more.

Run as a program, it is the same for another user and another interpreter; see `test_users`.
"""

import ctypes
import gc
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hostile.bench import Bench
from hostile.conftest import make_breach
from hostile.files import HERE, HONEST, submissions
from hostile.probes import descendants, descriptors, processes

TENTH = 100


def mixed(folder, count, seed, *, aside=()):
    """Grade `count` submissions in random order; return lines for all that went wrong, and a summary.

    `aside` are paths that are left out.
    """
    rng = random.Random(seed)
    working = folder / "working"
    working.mkdir()
    os.chdir(working)
    breach = make_breach(folder / "breach")
    temporary = folder / "temporary"
    temporary.mkdir()
    os.environ["TMPDIR"] = str(temporary)
    os.environ["JUDGE_CANARY"] = "JUDGE_CANARY_" + os.urandom(8).hex()
    before = (descriptors(), os.listdir(temporary))
    below = descendants(os.getpid(), processes())
    chosen = [s for s in submissions() if s.path not in aside]
    wrong, spent, resident = [], [], []
    with Bench(folder / "cache", working, breach, os.getpid()) as bench:
        for number in range(count):
            # Half of them honest, so that each time is the time of a like mixture.
            if number % 2:
                result, found = bench.grade(HONEST)
                expect, name = ("AC",), "honest"
            else:
                each = chosen[number // 2 % len(chosen)] if count >= 2 * len(chosen) else rng.choice(chosen)
                if number // 2 % len(chosen) == 0:
                    rng.shuffle(chosen)
                result, found = bench.grade(each.aimed_at(breach), path=each.path, hasty="TLE" in each.expect)
                expect, name = each.expect, each.path
            start = time.process_time()
            assert bench.judge.grade(HONEST).verdict == "AC"
            spent.append(time.process_time() - start)
            resident.append(_resident_bytes())
            if result.verdict not in expect:
                wrong.append(f"{name}: {result.verdict} {result.message}")
            wrong += [f"{name}: {line}" for line in found]
    gc.collect()
    after = (descriptors(), os.listdir(temporary))
    for was, now in zip(before, after, strict=True):
        if was != now:
            wrong.append(f"left behind: {was} -> {now}")
    if left := bench.watch.segments():
        wrong.append(f"segments left: {left}")
    if left := descendants(os.getpid(), processes()) - below:
        wrong.append(f"processes left: {left}")
    tenth = min(TENTH, count // 3)
    return wrong, {
        "time": sorted(spent[-tenth:])[tenth // 2] / sorted(spent[:tenth])[tenth // 2],
        "memory": max(resident[-tenth:]) / max(resident[:tenth]),
        "resident MiB": [value >> 20 for value in resident[:: max(1, count // 10)]],
    }


def _resident_bytes():
    """Return what this process holds, without what the allocator only keeps for the next time."""
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def run_apart(tmp_path, count, *, seed=1, python=sys.executable, environment=None, **how):
    """Run `mixed` in a process of its own, where only what it does itself counts."""
    done = subprocess.run(
        [str(python), "-c", _PROGRAM, str(HERE.parent), str(tmp_path), str(count), str(seed)],
        capture_output=True, text=True, timeout=3600, env=environment, **how,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


_PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from hostile.test_left_behind import mixed
wrong, figures = mixed(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
print("\\n".join(wrong))
print(figures)
assert not wrong
assert figures["time"] <= 2.0 and figures["memory"] <= 1.5, figures
"""


@pytest.mark.kernel
@pytest.mark.parametrize("count", [20, pytest.param(1_000, marks=pytest.mark.long)])
def test_a_mixture_leaves_nothing_and_stays_level(count, tmp_path):
    print(run_apart(tmp_path, count))


@pytest.mark.kernel
@pytest.mark.long
def test_the_whole_corpus_leaves_nothing(tmp_path):
    print(run_apart(tmp_path, 2 * len(submissions()), seed=2))
