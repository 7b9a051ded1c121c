"""What an explanation may still use: runs of the submission, and wall time.

Each run imports the file again. A file that takes long to import or to answer is therefore run less often, as
often as fits into a few seconds. For other files the number of runs is the bound that counts, so that what is
found does not depend on how busy the machine is; wall time is a backstop.
"""

import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Protocol

from grader.outcomes.outcome import Outcome
from grader.runner.status import RunResult
from grader.runner.wire import Call

WALL_S = 20.0
_SLOW_RUN_S = 0.1
_SLOW_RUNS_S = 5.0


class OutOfTimeError(Exception):
    """The explanation has used up what it may use; the text says what that was."""


class RunOne(Protocol):
    """Runs the submission on one call, for so many seconds at most."""

    def __call__(self, call: Call, *, wall_s: float) -> RunResult:
        """Return what the submission does on `call`."""
        ...


class Allowance:
    """Runs a submission as often as its explanation may.

    Parameters
    ----------
    run_one
        Runs the submission, in the sandbox.
    run_s
        How long one run takes, in seconds of wall time.
    wall_s
        What is left of the submission's wall budget.
    clock
        Seconds.
    """

    def __init__(
        self,
        run_one: RunOne,
        *,
        run_s: float = 0.0,
        wall_s: float = WALL_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._run_one = run_one
        self._clock = clock
        self._wall_s = max(min(wall_s, WALL_S), 0.0)
        self._deadline = clock() + self._wall_s
        self._run_s = run_s
        self._runs_left: float = _SLOW_RUNS_S // run_s if run_s > _SLOW_RUN_S else float("inf")

    def check(self) -> None:
        """Raise if the wall time is over.

        Raises
        ------
        OutOfTimeError
            It is.
        """
        if self._clock() >= self._deadline:
            raise OutOfTimeError(f"it had taken {self._wall_s:.3g} s")

    def run(self, call: Call) -> RunResult:
        """Return what the submission does on `call`, in a process of its own.

        Raises
        ------
        OutOfTimeError
            No time was left for it, or not enough.
        """
        if self._runs_left < 1:
            raise OutOfTimeError(f"one run of this submission takes {self._run_s:.2g} s")
        self.check()
        self._runs_left -= 1
        result = self._run_one(call, wall_s=self._deadline - self._clock())
        self.check()  # a run that was ended because the time was over says nothing
        return result


def run_time_s(import_s: float, outcomes: Sequence[Outcome]) -> float:
    """Return how long a run with one failing call takes: the import, and the median of such calls."""
    return import_s + median([o.run.wall_s for o in outcomes if not o.right] or [0.0])
