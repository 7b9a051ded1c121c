"""Time is linear in the number of submissions, and memory does not depend on it."""

import json
import os
import subprocess
import sys

import pytest

from .classes import PROBLEMS, make_class

pytestmark = [pytest.mark.long, pytest.mark.kernel]

PROGRAM = """
import json, sys, time
from grader.batch.run import grade_folder

if __name__ == "__main__":
    folder, out, problem = sys.argv[1:]
    begin = time.perf_counter()
    (batch,) = grade_folder(folder, out, problem=problem, workers=2, time_factor=0.1)
    print(json.dumps({
        "count": batch.summary.count,
        "seconds": time.perf_counter() - begin,
        "bytes": int(next(l for l in open("/proc/self/status") if l.startswith("VmHWM")).split()[1]) * 1024,
    }))
"""


def test_ten_times_the_submissions(tmp_path, cache):
    env = {**os.environ, "GRADER_CACHE_DIR": str(cache)}
    script = tmp_path / "run.py"
    script.write_text(PROGRAM)
    told = {}
    for count in (1000, 10_000):
        # Without endless ones, whose time is the limit's.
        make_class(tmp_path / f"in{count}", count, {"AC": 80, "WA": 10, "RTE": 5, "CE": 5})
        command = [sys.executable, script, tmp_path / f"in{count}", tmp_path / f"out{count}"]
        done = subprocess.run(
            [*command, PROBLEMS / "hypotenuse"], env=env, capture_output=True, text=True, check=True
        )
        told[count] = json.loads(done.stdout)
        print(told[count])
        assert told[count]["count"] == count
    assert told[10_000]["bytes"] <= 1.3 * told[1000]["bytes"]
    assert told[10_000]["seconds"] <= 11 * told[1000]["seconds"]
