# attack: uses a little less than the limit of one call in each call
# expect: TLE|WA
# must-not: judge fault; a forged answer counts
# probe: verdict later than the time limit plus two seconds; process alive after the verdict
import time

import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
    return np.zeros_like(x, dtype=float)
