# attack: fills the cells of the shared page with the largest numbers, and leaves
# expect: RTE|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import sys
f = sys._getframe(); page = None
while f:
    s = f.f_locals.get("self")
    if s is not None and hasattr(getattr(s, "_channel", None), "_page"): cells = s._channel.cells
    f = f.f_back
import os
def layer_norm(x, gamma, beta, eps=1e-6):
    for i in range(16): cells[i] = 0xFFFFFFFF
    os._exit(0)
