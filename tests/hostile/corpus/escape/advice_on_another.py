# attack: process_madvise and process_mrelease on others
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
import ctypes
import errno

LIBC = ctypes.CDLL(None, use_errno=True)


def call(number, *arguments):
    """Make a system call by its number on x86-64; return what it gave, or minus the error."""
    got = LIBC.syscall(number, *[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    return got if got >= 0 else -ctypes.get_errno()


def attempt():
    return call(448, 3, 0) >= 0 or call(440, 3, None, 0, 20, 0) >= 0


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
