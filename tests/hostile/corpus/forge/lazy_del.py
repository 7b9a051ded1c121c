# attack: fills an array that it has returned with NaN when the next one is returned
# expect: WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np
class Late:
    def __init__(s, a): s.a = a
    def __del__(s): s.a[...] = np.nan
def layer_norm(x, gamma, beta, eps=1e-6):
    m = x.mean(-1, keepdims=True); d = x - m
    y = d/np.sqrt((d*d).mean(-1, keepdims=True)+eps)*gamma+beta
    globals()["z"] = Late(y); return y
