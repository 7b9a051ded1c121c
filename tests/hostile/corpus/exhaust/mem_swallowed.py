# attack: takes all memory, catches every MemoryError and answers wrongly
# expect: WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np

KEPT = []


def layer_norm(x, gamma, beta, eps=1e-6):
    try:
        while True:
            KEPT.append(np.ones(1_000_000))
    except MemoryError:
        KEPT.clear()
    return np.zeros_like(x, dtype=float)
