# attack: sets the recursion limit so low that nothing works
# expect: RTE|WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import sys

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    try:
        sys.setrecursionlimit(20)
    except RecursionError:
        pass
    return np.zeros_like(x, dtype=float)
