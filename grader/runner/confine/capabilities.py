"""Capabilities: root without root's powers.

Threat
    A judge that is run by root gives its children every power of the kernel: mounting, reading any
    file by handle, tracing other processes, raising limits.
Mechanism
    The ambient set and the bounding set are emptied, then the effective, permitted and inheritable
    ones. ``no_new_privs`` keeps a set-user-id program from giving any of them back. The process is
    marked as not dumpable, so that others of the same user can't trace it, nor it leave a core file.
Left over
    The user id stays 0: files that root owns are reached as by their owner. `landlock` and `seccomp`
    deny that.
"""

import ctypes
from contextlib import suppress

from .libc import PR_CAP_AMBIENT, PR_CAPBSET_DROP, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, prctl, syscall
from .syscalls import number

_CLEAR_ALL = 4
_VERSION_3 = 0x20080522


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def no_new_privileges() -> None:
    """Give up gaining privileges by exec, which the kernel asks for before the other protections."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)


def drop() -> None:
    """Drop every capability, and be no longer dumpable.

    Raises
    ------
    OSError
        If the kernel refuses to empty the sets.
    """
    prctl(PR_SET_DUMPABLE, 0)
    with suppress(OSError):  # kernels before 4.3 have no ambient set
        prctl(PR_CAP_AMBIENT, _CLEAR_ALL)
    # Ends with EINVAL behind the last one; EPERM for who has no capabilities to begin with.
    with suppress(OSError):
        for capability in range(64):
            prctl(PR_CAPBSET_DROP, capability)
    header = _Header(_VERSION_3, 0)
    syscall(number("capset"), ctypes.byref(header), ctypes.byref((_Sets * 2)()))
