"""What the kernel reported of a process's end, in a status and in words."""

import signal

import pytest

from grader.runner.child_process import fate
from grader.runner.status import Status

LIMIT = 1024 * 2**20


@pytest.mark.parametrize(
    ("code", "peak_bytes", "facts", "status"),
    [
        (3 << 8, 0, {}, Status.EXITED),
        (signal.SIGSYS, 0, {}, Status.BLOCKED),
        (signal.SIGSYS, 0, {"isolated": False}, Status.CRASHED),
        (signal.SIGKILL, LIMIT, {}, Status.MEMORY),
        (signal.SIGKILL, LIMIT // 2, {}, Status.CRASHED),
        (signal.SIGXCPU, 0, {"outlasted": True}, Status.TIME),
        (signal.SIGXCPU, 0, {}, Status.CRASHED),
        (signal.SIGSEGV, 0, {}, Status.CRASHED),
    ],
)
def test_an_end_has_its_status(code, peak_bytes, facts, status):
    told = {"memory_bytes": LIMIT, "isolated": True, "outlasted": False} | facts
    assert fate(int(code), peak_bytes, **told)[0] is status
