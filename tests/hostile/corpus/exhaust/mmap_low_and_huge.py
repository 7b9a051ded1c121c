# attack: maps the first page, and ranges larger than any memory
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def sc(n, *a):
    ctypes.set_errno(0)
    r = libc.syscall(ctypes.c_long(n), *[ctypes.c_ulong(x & (2**64-1)) if isinstance(x, int) else x for x in a])
    return r if r >= 0 else -ctypes.get_errno()

OUT = [sc(9, 0, 4096, 3, 0x32, -1, 0), sc(9, 0, 1<<46, 0, 0x4022, -1, 0), sc(9, 0, 1<<30, 3, 0x40022, -1, 0), sc(9, 0, 1<<40, 0, 0x22, -1, 0), sc(9, 0, 1<<21, 3, 0x2022, -1, 0)]

def layer_norm(x, gamma, beta, eps=1e-6):
    raise RuntimeError(str(OUT))
