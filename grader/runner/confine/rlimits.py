"""Resource limits: what the kernel itself refuses to give.

Threat
    A submission eats memory, fills the disk with output, opens descriptors without end, or burns CPU
    when the judge is not looking.
Mechanism
    Address space above what is mapped at the start (an allocation beyond it is a MemoryError; there is
    no second process to spread it over). File size is the output limit, since the only file that can be
    written is the one that takes standard output. No core files. CPU seconds as a backstop behind
    the judge's own clock, for a judge that has stopped looking.
Left over
    Kernel memory behind descriptors, bounded by how few there can be. RLIMIT_NPROC does not bind
    root; with `seccomp` there are no forks and no threads anyway.
"""

import ctypes
import resource

from .libc import syscall
from .syscalls import number

_DESCRIPTORS = 64


def set_for_all_forks(memory_bytes: int, output_bytes: int) -> None:
    """Set the limits that a spawner and its forks share. `memory_bytes` is address space in all."""
    for kind, value in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_FSIZE, output_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _DESCRIPTORS),
    ):
        hard = resource.getrlimit(kind)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)  # noqa: PLW2901
        resource.setrlimit(kind, (value, value))


class CpuLimit:
    """How many seconds of CPU a process can use before the kernel ends it.

    Made before the fork and by a plain system call, as that is a twentieth of a millisecond less in each.
    """

    def __init__(self, cpu_s: int) -> None:
        self._number = number("prlimit64")
        self._limit = (ctypes.c_uint64 * 2)(cpu_s, cpu_s + 1)
        self._address = ctypes.addressof(self._limit)

    def set(self) -> None:
        """Set the limit for this process."""
        syscall(self._number, 0, resource.RLIMIT_CPU, self._address, None)


def forbid_processes() -> None:
    """Leave an ordinary user's process no forks and no threads."""
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
