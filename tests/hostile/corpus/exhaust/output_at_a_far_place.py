# attack: writes one byte a tebibyte into the file of its printed text
# expect: WA|OLE|RTE|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import os

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    os.lseek(1, 2**40, 0)
    try:
        os.write(1, b"x")
    except OSError:
        pass
    return np.zeros_like(x, dtype=float)
