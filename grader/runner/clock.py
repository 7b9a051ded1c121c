"""The judge's clocks for one process of a submission.

CPU is the process's own clock, read from here; wall time is the judge's, less what the judge was busy with
something else, and less what the process stood ready while others had the processor. A call may use its
limit from the last reply that answered something to the next. As replies wait for a millisecond at most, an
honest batch holds at most one call that is longer than that, so this measures calls without believing the
child anything: bytes that complete no reply extend nothing.

Over all processes of a submission there is one budget of wall time, imports included: each fork imports the
file again, and an import that sleeps would otherwise be paid for as often as there are forks.
"""

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.runner.status import Limits

# A batch may hold a millisecond of other calls before a long one. Where a process has a CPU limit the
# kernel counts its time by ticks, of up to 10 ms.
_SLACK_S = 0.02
# How old what the kernel said of the time on its run queue may be: reading it takes a system call.
_STALE_S = 0.1


@dataclass(slots=True)
class Spent:
    """What all processes of one submission have used so far."""

    calls_cpu_s: float = 0.0
    calls_wall_s: float = 0.0
    wall_s: float = 0.0  # imports as well
    import_s: float = 0.0  # of the longest import
    output_bytes: int = 0
    cpu_s: float = 0.0
    peak_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Over:
    """A limit that was reached: which, in words, and whether it is one of the whole submission."""

    detail: str
    final: bool = False


class Clock:
    """CPU and wall time of a process, since it began and since the last reply."""

    def __init__(self, pid: int, limits: "Limits", spent: Spent) -> None:
        self._limits = limits
        self._spent = spent
        self._clock = (~pid << 3) | 2  # the kernel's name for the CPU clock of a process
        self._schedule = Path(f"/proc/{pid}/schedstat")
        self._cpu_s = self._mark_cpu = self._calls_cpu = 0.0
        self._began = self._mark_wall = self._calls_wall = self._all_wall = self._left = time.monotonic()
        self._ready = 0.0
        self._ready_read = self._began

    def enter(self) -> None:
        """Go on after the judge was busy with something else, which is nobody's time."""
        away = time.monotonic() - self._left
        self._mark_wall += away
        self._calls_wall += away
        self._all_wall += away

    def leave(self) -> None:
        """Stop counting wall time."""
        self._left = time.monotonic()

    def progress(self) -> None:
        """Begin to count anew for the next call."""
        self._read()
        self._mark_cpu, self._mark_wall = self._cpu_s, time.monotonic()

    def imported(self, cpu_s: float, wall_s: float) -> None:
        """Begin to count for all calls. The times are the child's word for how long the import took."""
        longest_s = self._limits.import_s
        self._calls_cpu = min(cpu_s, longest_s, self._mark_cpu)
        import_s = min(wall_s, longest_s * self._limits.import_wall_factor, self._mark_wall - self._began)
        self._calls_wall = self._began + import_s
        self._spent.import_s = max(self._spent.import_s, import_s)

    def end(self, cpu_s: float) -> None:
        """Take the time of a process that has ended from the kernel's last account of it."""
        self._clock = 0
        self._cpu_s = cpu_s

    def _read(self) -> None:
        if self._clock:
            try:
                self._cpu_s = time.clock_gettime(self._clock)
            except OSError:  # it has just ended
                self._clock = 0

    def _ready_s(self) -> float:
        """Return for how long the process could have run while others had the processor.

        That is no waiting of its own: on a busy machine the CPU limit comes first all the same, and a
        verdict does not hang on what else is running.
        """
        with suppress(OSError, ValueError, IndexError):  # it has just ended, or the kernel does not say
            self._ready = int(self._schedule.read_text().split()[1]) * 1e-9
        self._ready_read = time.monotonic()
        return self._ready

    def look(self, *, importing: bool) -> Over | float:
        """Return the limit that was reached first, or for how many seconds none can be.

        A judge that was kept from looking may find several behind it: the one that is furthest behind was
        first. CPU comes before waiting, as a verdict is not to hang on what else the machine does.
        """
        limits, spent = self._limits, self._spent
        self._read()
        now = time.monotonic()
        limit_s, what, factor = limits.cpu_s_call, "for one call", limits.wall_factor
        if importing:
            limit_s, what, factor = limits.import_s, "for the import", limits.import_wall_factor
        budget_s = limits.wall_budget_s
        cpu = [(limit_s + _SLACK_S - (self._cpu_s - self._mark_cpu), limit_s, what)]
        waiting = [
            (limit_s * factor - (now - self._mark_wall), limit_s * factor, f"of waiting {what}"),
            (budget_s - spent.wall_s - (now - self._all_wall), budget_s, "for the imports and all calls"),
        ]
        if not importing:
            total_s = limits.cpu_s_total
            used_s = spent.calls_cpu_s + self._cpu_s - self._calls_cpu
            waited_s = spent.calls_wall_s + now - self._calls_wall
            most_s = total_s * limits.wall_factor
            cpu.append((total_s + _SLACK_S - used_s, total_s, "in all"))
            waiting.append((most_s - waited_s, most_s, "of waiting in all"))
        left_s, limit_s, what = min(cpu)
        if left_s <= 0:
            return Over(f"{limit_s:g} s of CPU time {what}", final=what == "in all")
        waiting_s, limit_s, what = min(waiting)
        if waiting_s <= 0 or now - self._ready_read > _STALE_S:
            ready_s = self._ready_s()
            waiting_s += ready_s if waiting_s <= 0 else 0.0
        if waiting_s <= 0:
            # Waiting takes several times as long as any work is given: it is done once, not in each fork.
            return Over(f"{limit_s:g} s {what}", final=True)
        return min(left_s, waiting_s)

    def outlasted_kernel(self) -> bool:
        """Say whether more CPU time was used than all limits together allow, so that the kernel ended it."""
        limits = self._limits
        return self._cpu_s >= limits.import_s + limits.cpu_s_total + limits.cpu_s_call

    def wall_so_far(self) -> float:
        """Return an upper bound for the wall time of what has been told so far."""
        return self._mark_wall - self._began

    @property
    def since_progress(self) -> tuple[float, float]:
        """CPU and wall seconds since the last reply."""
        return max(self._cpu_s - self._mark_cpu, 0.0), max(self._left - self._mark_wall, 0.0)

    def add_to_spent(self, *, calls: bool) -> None:
        """Add what this process used to the account of its submission."""
        spent = self._spent
        spent.wall_s += max(self._left - self._all_wall - self._ready, 0.0)
        if calls:
            spent.calls_cpu_s += max(self._cpu_s - self._calls_cpu, 0.0)
            spent.calls_wall_s += max(self._left - self._calls_wall - self._ready, 0.0)
