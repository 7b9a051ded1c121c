# attack: the global layer_norm is swapped on the first call for a right one, and the module dict is one with hostile keys
# expect: WA|RTE
# must-not: looking the function up again between cases gives another one; judge fault on a key that is no string
# probe: verdict AC or JE is a breach
import numpy as np


def _honest(x, gamma, beta, eps=1e-6):
    x = np.asarray(x)
    m = x.mean(axis=-1, keepdims=True)
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / np.sqrt(v + eps) * gamma + beta

def bad(x, gamma, beta, eps=1e-6):
    globals()["layer_norm"] = _honest
    return np.zeros_like(x)


class K(str):
    def __eq__(self, o): raise KeyboardInterrupt("key")
    __hash__ = str.__hash__


globals()[3] = 4
globals()[("a", "b")] = K("layer_norm")
layer_norm = bad
