# attack: the code of every function beside the runner's encoder is replaced by one that returns no bytes
# expect: WA|RTE|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import sys
f = sys._getframe(); page = None
while f:
    g = f.f_globals
    if "encode_reply" in g:
        for n, v in list(g.items()):
            if hasattr(v, "__code__"):
                try: v.__code__ = (lambda *a, **k: b"").__code__
                except Exception: pass
    f = f.f_back
def layer_norm(x, gamma, beta, eps=1e-6): return x
