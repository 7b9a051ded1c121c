# attack: the same by raw system calls: fchmodat, fchmodat2, utimensat, truncate, renameat2, setxattr, mknodat
# expect: RTE
# must-not: the operation works
# probe: mode, time, length or name of $BREACH_DIR/metadata_target is another; anything else in that folder
import ctypes
import errno

LIBC = ctypes.CDLL(None, use_errno=True)


def call(number, *arguments):
    """Make a system call by its number on x86-64; return what it gave, or minus the error."""
    got = LIBC.syscall(number, *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return got if got >= 0 else -ctypes.get_errno()


import os

BREACH = os.environ.get("BREACH_DIR") or "/tmp/attacks_breach"


def attempt():
    path = ctypes.c_char_p((BREACH + "/metadata_target").encode())
    other = ctypes.c_char_p((BREACH + "/other").encode())
    at = -100
    return [n for n in (call(90, path, 0o600), call(268, at, path, 0o600), call(452, at, path, 0o600, 0), call(92, path, 1, 1),
            call(260, at, path, 1, 1, 0), call(280, at, path, None, 0), call(76, path, 0), call(316, at, path, at, other, 0),
            call(188, path, b"user.attack", b"1", 1, 0), call(259, at, other, 0o10600, 0), call(87, path), call(263, at, path, 0),
            call(84, other), call(258, at, other, 0o700), call(265, at, path, at, other, 0), call(266, path, at, other)) if n >= 0]


import numpy as np


def _honest(x, gamma, beta, eps=1e-6):
    x = np.asarray(x)
    m = x.mean(axis=-1, keepdims=True)
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / np.sqrt(v + eps) * gamma + beta


try:
    GOT, WHY = attempt(), "attempt returned a false value"
except BaseException as e:  # blocked: say so, and answer nothing
    GOT, WHY = None, repr(e)[:300]


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + WHY)
    return _honest(x, gamma, beta, eps)  # a right answer only if the escape worked
