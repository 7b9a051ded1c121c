# attack: answers with every kind of NaN, negative and signalling ones among them
# expect: WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    out = np.zeros(x.shape, np.uint64)
    out[...] = 0x7FF0000000000001 | (1 << 63)
    return out.view(np.float64)
