# attack: returns the same array from every call and overwrites it in the next, once it may have been looked at
# expect: WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np

OUT = {}


def layer_norm(x, gamma, beta, eps=1e-6):
    out = OUT.setdefault(x.shape, np.zeros(x.shape))
    out[...] = 0
    return out
