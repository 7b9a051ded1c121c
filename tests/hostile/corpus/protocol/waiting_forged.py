# attack: puts a thousand replies that wait on the shared page, and leaves
# expect: RTE|WA|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import sys, struct, os
H = struct.Struct("<IBxHIIQQQ")
f = sys._getframe(); page = None
while f:
    s = f.f_locals.get("self")
    if s is not None and hasattr(getattr(s, "_channel", None), "_page") and page is None: page = s._channel._page; cells = s._channel.cells; cells = s._cells
    f = f.f_back
b = H.pack(0xFFFFFFFF, 1, 0, 0, 0, 0, 0, 0)
for i in range(1000):
    b += H.pack(i, 2, 0, 0, 1, 0, 0, 0) + b"N"
page[64:64+len(b)] = b[:65536-64]
cells[2] = 0xFFFFFFFF; cells[0] = 5
os._exit(0)
