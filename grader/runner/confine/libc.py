"""System calls for which Python has no function, by `ctypes` on the C library of the process."""

import ctypes
import os

_libc = ctypes.CDLL(None, use_errno=True)
_syscall = _libc.syscall
_syscall.restype = ctypes.c_long
_prctl = _libc.prctl
_prctl.argtypes = (ctypes.c_int, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong)

PR_SET_PDEATHSIG = 1
PR_GET_SECCOMP = 21
PR_SET_SECCOMP = 22
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47


def _failed() -> OSError:
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))


def prctl(option: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Call prctl(2).

    Raises
    ------
    OSError
        With the number that the kernel gave.
    """
    got: int = _prctl(option, a, b, c, d)
    if got < 0:
        raise _failed()
    return got


def syscall(number: int, *arguments: object) -> int:
    """Call a system call by its number; plain integers are passed as 64 bits.

    Raises
    ------
    OSError
        With the number that the kernel gave.
    """
    wide = [ctypes.c_ulong(a & 0xFFFFFFFFFFFFFFFF) if isinstance(a, int) else a for a in arguments]
    got: int = _syscall(ctypes.c_long(number), *wide)
    if got < 0:
        raise _failed()
    return got


def die_with(judge: int) -> None:
    """Ask to be killed when the process that started this one ends, and leave if it already has."""
    prctl(PR_SET_PDEATHSIG, 9)
    if os.getppid() != judge:
        os._exit(1)
