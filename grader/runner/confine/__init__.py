"""What a submission's process may do: Landlock, seccomp, resource limits, capabilities.

Theory of operation. The spawner is confined once, after it has loaded numpy and the inputs and before
it sees a byte of any submission; every fork inherits that, and takes one more small filter. All four
modules cover for each other: a file is out of reach by Landlock, opening one for writing by seccomp as
well, and what a full process could still grab is bounded by resource limits. Nothing of it can be
undone by the process, so it is tested in processes that are thrown away.

What each one is there against, how it works and what it leaves over is told at the top of its module.
"""

import os
import sys
from typing import TYPE_CHECKING

from . import capabilities, landlock, rlimits, seccomp
from .libc import PR_GET_SECCOMP, die_with, prctl
from .syscalls import AUDIT_ARCH, machine

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["confine", "die_with", "missing", "rlimits", "seccomp"]


def missing() -> str:
    """Say in a line which protection of the kernel this machine lacks; '' if none."""
    if sys.platform != "linux":
        return f"the sandbox needs Linux, this is {sys.platform}"
    if machine() not in AUDIT_ARCH:
        return f"the sandbox knows x86-64 and aarch64, this is {machine()}"
    if not landlock.abi():
        return "the kernel has no Landlock (Linux 5.13 or newer with `landlock` in /sys/kernel/security/lsm)"
    try:
        prctl(PR_GET_SECCOMP)
        os.close(os.pidfd_open(os.getpid()))
    except OSError as fault:
        return f"seccomp or pidfd_open is not to be had here: {fault.strerror}"
    return ""


def confine(readable: "Iterable[str]") -> None:
    """Confine this process for good: read `readable`, compute, and speak over open descriptors.

    Raises
    ------
    OSError
        If a protection can't be had, or if there is a second thread, which would stay outside.
    """
    why = missing()
    if why:
        raise OSError(why)
    if len(os.listdir("/proc/self/task")) != 1:  # noqa: PTH208 - no pathlib before it is needed
        raise OSError("a library has started threads in the spawner: they can't be confined")
    capabilities.no_new_privileges()
    capabilities.drop()
    landlock.restrict(readable)
    seccomp.Filter(seccomp.base()).install()
