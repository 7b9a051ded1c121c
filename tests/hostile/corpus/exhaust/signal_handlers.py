# attack: handlers for every signal that raise at any moment
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import signal

import numpy as np


def boom(*_):
    raise KeyboardInterrupt("AC")


for number in range(1, 65):
    try:
        signal.signal(number, boom)
    except (OSError, ValueError):
        pass


def layer_norm(x, gamma, beta, eps=1e-6):
    return np.zeros_like(x, dtype=float)
