# attack: an ndarray subclass that lies about dtype, size and class, and ends the process when a view of it is taken
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np
class A(np.ndarray):
    __array_ufunc__ = None
    def __array_finalize__(self, o): raise SystemExit(0)
    @property
    def dtype(self): return np.dtype("f8")
    @property
    def nbytes(self): return 8
    __class__ = np.ndarray
def layer_norm(x, gamma, beta, eps=1e-6):
    return np.ndarray.__new__(A, x.shape)
