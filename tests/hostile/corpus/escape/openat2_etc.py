# attack: opens a file by every system call that opens something
# expect: RTE
# must-not: the operation works
# probe: verdict AC or JE is a breach
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def sc(n, *a):
    ctypes.set_errno(0)
    r = libc.syscall(ctypes.c_long(n), *[ctypes.c_ulong(x & (2**64-1)) if isinstance(x, int) else x for x in a])
    return r if r >= 0 else -ctypes.get_errno()

OUT = [(n, sc(n, -100, ctypes.c_char_p(b"/etc/passwd"), 0, 0)) for n in (2, 257, 437, 428, 430, 432, 442, 303)]
GOT = any(r >= 0 for _, r in OUT)


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + str(OUT))
    m = x.mean(axis=-1, keepdims=True)  # a right answer only if the escape worked
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / (v + eps) ** 0.5 * gamma + beta
