"""What of a fork is measured against limits beside its time: printed text, and memory."""

import os
from typing import TYPE_CHECKING

from grader.runner.launch import memory_file

if TYPE_CHECKING:
    from grader.runner.clock import Spent

OUTPUT_KEPT_BYTES = 64 * 1024

NEAR = 7 / 8
_NEAR_DOUBLING = 1 / 4


class PrintedText:
    """What a fork prints. The limit is on the text of all forks of a submission together."""

    def __init__(self, limit_bytes: int, spent: "Spent") -> None:
        self._limit_bytes = limit_bytes
        self._spent = spent
        self.descriptor = memory_file("output")

    @property
    def limit(self) -> str:
        """The limit, in words."""
        return f"{mib(self._limit_bytes)} of printed text"

    def too_much(self) -> bool:
        """Say whether the printed text of all attempts has reached its limit."""
        return self._spent.output_bytes + os.fstat(self.descriptor).st_size >= self._limit_bytes

    def text(self, start: int, end: int) -> str:
        """Return the printed text between two places, cut to what is kept."""
        end = min(end, os.fstat(self.descriptor).st_size)  # both are the child's word
        length = min(max(end - start, 0), OUTPUT_KEPT_BYTES)
        return os.pread(self.descriptor, length, start).decode(errors="replace") if length else ""

    def add_to_spent(self) -> None:
        """Add its length to the account of the submission."""
        self._spent.output_bytes += os.fstat(self.descriptor).st_size

    def close(self) -> None:
        """Forget the text."""
        os.close(self.descriptor)


class MemoryUse:
    """The address space of a fork above the baseline: what of it was seen while the child was alive."""

    def __init__(self, pid: int, *, limit_bytes: int, baseline_bytes: int) -> None:
        self._pid = pid
        self._limit_bytes = limit_bytes
        self._baseline_bytes = baseline_bytes
        self._peak_bytes = 0

    @property
    def limit(self) -> str:
        """The limit in words, and how much of it was taken."""
        return f"{mib(self._limit_bytes)}, of which {mib(self._peak_bytes)} were in use"

    def look(self) -> None:
        """See how much the living child has had at most."""
        self._peak_bytes = 0
        try:
            with open(f"/proc/{self._pid}/status", "rb") as file:  # noqa: PTH123
                for line in file:
                    if line.startswith(b"VmPeak:"):
                        self._peak_bytes = max(int(line.split()[1]) * 1024 - self._baseline_bytes, 0)
                        return
        except OSError:
            pass

    def explains(self, asked_for: int) -> bool:
        """Say whether the limit explains a failed allocation of so many bytes (1: unknown)."""
        limit = self._limit_bytes
        if asked_for == 1:  # a list or a dict that grows asks for twice what it has, and holds that too
            return self._peak_bytes >= limit * _NEAR_DOUBLING
        return self._peak_bytes >= limit * NEAR or asked_for > limit - self._peak_bytes


def mib(count: int) -> str:
    """Return a number of bytes as people read it."""
    return f"{count / 2**20:.3g} MiB" if count >= 2**20 else f"{count / 2**10:.3g} KiB"
