# attack: an array over memory that is not mapped, so that handing it over crashes
# expect: RTE|WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import ctypes

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    return np.ctypeslib.as_array((ctypes.c_double * x.size).from_address(0x1000))
