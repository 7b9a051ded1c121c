# attack: maps memory that can be written and executed and calls open from machine code of its own
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
import ctypes
import mmap
import platform


def attempt():
    if platform.machine() != "x86_64":
        return None
    code = bytes.fromhex("b802000000" "0f05" "c3")  # mov eax, 2 (open); syscall; ret
    block = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    block.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(block))
    got = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_char_p, ctypes.c_int)(address)(b"/etc/passwd", 0)
    return got >= 0


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
