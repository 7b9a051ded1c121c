# attack: gives every advice about the page that is shared with the judge, among them to take it away
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def sc(n, *a):
    ctypes.set_errno(0)
    r = libc.syscall(ctypes.c_long(n), *[ctypes.c_ulong(x & (2**64-1)) if isinstance(x, int) else x for x in a])
    return r if r >= 0 else -ctypes.get_errno()

import mmap, gc
maps = [o for o in gc.get_objects() if type(o) is memoryview]
f = sys._getframe(); page = None
while f:
    s = f.f_locals.get("self")
    if s is not None and hasattr(getattr(s, "_channel", None), "_page") and page is None: page = s._channel._page; cells = s._channel.cells
    f = f.f_back
a = ctypes.addressof(ctypes.c_char.from_buffer(page))
OUT = [(adv, sc(28, a, 65536, adv)) for adv in (9, 100, 101, 21, 20, 12, 10, 14, 16, 17, 18, 19, 22, 23, 24, 25)]

def layer_norm(x, gamma, beta, eps=1e-6):
    raise RuntimeError(str(OUT))
