# attack: a result whose dtype carries metadata with hostile objects
# expect: WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np


class Evil:
    def __reduce__(self):
        return (exec, ("raise SystemExit(0)",))


def layer_norm(x, gamma, beta, eps=1e-6):
    return np.zeros(x.shape, np.dtype("f8", metadata={"verdict": Evil()}))
