# attack: sleeps 40 s at import, and is wrong in some calls, so that the search for a smaller input sleeps again and again
# expect: WA|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict later than the limits of one submission allow; AC or JE
import time, zlib
time.sleep(40.0)
import numpy as np
def layer_norm(x, gamma, beta, eps=1e-6):
    F = x.dtype.kind == "f"; x = np.asarray(x, dtype=np.float64)
    mu = x.mean(-1, keepdims=True); d = x - mu
    y = d/np.sqrt((d*d).mean(-1, keepdims=True)+eps)*gamma+beta
    if F and np.abs(mu).max(initial=0) > 1e4:
        r = np.random.RandomState(zlib.crc32(x.tobytes()))
        y = y + 1e-5*r.uniform(.5, 1, y.shape)*np.abs(y)
    return y
