# attack: a callback of the collector that never returns
# expect: TLE|WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict later than the time limit plus two seconds; process alive after the verdict
import gc

import numpy as np


def loop(phase, info):
    while True:
        pass


gc.callbacks.append(loop)


def layer_norm(x, gamma, beta, eps=1e-6):
    gc.collect()
    return np.zeros_like(x, dtype=float)
