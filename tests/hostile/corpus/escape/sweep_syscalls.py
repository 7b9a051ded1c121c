# attack: makes every system call below 470 with arguments of minus one
# expect: RTE|TLE
# must-not: the operation works
# probe: verdict AC or JE is a breach
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def sc(n, *a):
    ctypes.set_errno(0)
    r = libc.syscall(ctypes.c_long(n), *[ctypes.c_ulong(x & (2**64-1)) if isinstance(x, int) else x for x in a])
    return r if r >= 0 else -ctypes.get_errno()

KILL = {101,310,311,440,321,425,426,427,272,308,165,166,155,161,250,248,249,298,323,312,175,313,246,304,438,169,167}
SKIP = {33,292,58,57,56,435,60,231,15,34,0,219,202,35,230,24,7,23,270,271,11,1,12}
allowed = []
for n in range(0, 470):
    sys.stdout.write(f'{n} '); sys.stdout.flush()
    if n in KILL or n in SKIP: continue
    r = sc(n, -1, -1, -1, -1, -1, -1)
    if r not in (-1, -38): allowed.append((n, r))
OUT = allowed

def layer_norm(x, gamma, beta, eps=1e-6):
    raise RuntimeError(str(OUT))
