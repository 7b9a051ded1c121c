# attack: overwrites the fields of the one float64 dtype
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np, ctypes
d = np.dtype("f8")
ctypes.memset(id(d) + 16 + 32, 0, 8)   # kind/type/... of the one float64 dtype
def layer_norm(x, gamma, beta, eps=1e-6): return x
