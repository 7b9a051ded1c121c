# attack: an object whose __class__ says ndarray, and an ndarray whose class is swapped while it is looked at
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np


class Sub(np.ndarray):
    @property
    def __class__(self):
        return np.ndarray

    def tobytes(self, *a, **k):
        return b"\0" * 8

    def __eq__(self, other):
        return True


def layer_norm(x, gamma, beta, eps=1e-6):
    return np.zeros(x.shape).view(Sub)
