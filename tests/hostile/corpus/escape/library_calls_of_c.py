# attack: fopen, open, system, popen, tmpfile, getpwnam and gethostbyname of the C library
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
import ctypes


def attempt():
    libc = ctypes.CDLL(None)
    libc.fopen.restype = libc.popen.restype = libc.tmpfile.restype = libc.getpwnam.restype = ctypes.c_void_p
    libc.getaddrinfo.restype = ctypes.c_int
    return (libc.fopen(b"/etc/passwd", b"r") or libc.open(b"/etc/passwd", 0) > 0 or libc.system(b"true") == 0
            or libc.popen(b"echo hi", b"r") or libc.tmpfile() or libc.creat(b"attack_creat", 0o600) > 0
            or libc.getaddrinfo(b"localhost", b"80", None, ctypes.byref(ctypes.c_void_p())) == -999)


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
