# attack: a view of stride zero and views that overlap themselves
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np
from numpy.lib.stride_tricks import as_strided


def layer_norm(x, gamma, beta, eps=1e-6):
    return as_strided(np.zeros(1), x.shape, (0,) * x.ndim)
