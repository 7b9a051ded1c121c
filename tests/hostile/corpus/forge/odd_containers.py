# attack: returns memoryviews, ctypes arrays, generators, sets, ranges, structured scalars and classes in turn
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import array
import ctypes

import numpy as np

N = [0]


def layer_norm(x, gamma, beta, eps=1e-6):
    N[0] += 1
    kinds = (memoryview(b"1234"), (ctypes.c_double * 4)(), (i for i in x), {1.0}, range(4), np.void(b"abcd"), np.ndarray, array.array("d", [0] * 4),
             np.datetime64("NaT"), slice(1), type, bytearray(8), frozenset(), np.random.RandomState, x.flat, x.dtype, np.add)
    return kinds[N[0] % len(kinds)]
