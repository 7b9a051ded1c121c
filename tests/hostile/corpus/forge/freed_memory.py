# attack: an array over memory that has been given back
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import ctypes

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    address = libc.malloc(max(x.size, 1) * 8)
    out = np.ctypeslib.as_array((ctypes.c_double * max(x.size, 1)).from_address(address))
    out[...] = 0
    libc.free(ctypes.c_void_p(address))
    return out
