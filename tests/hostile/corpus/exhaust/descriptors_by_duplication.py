# attack: duplicates descriptors until there are no more and keeps them
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: number of descriptors of the judge is higher than before
import fcntl

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    try:
        while True:
            fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 0)
    except OSError:
        pass
    return np.zeros_like(x, dtype=float)
