# attack: an audit hook that never returns, so that the runner's own operations hang
# expect: TLE|RTE|WA
# must-not: judge fault; a forged answer counts
# probe: verdict later than the time limit plus two seconds; process alive after the verdict
import sys

import numpy as np


def hook(event, arguments):
    while READY:
        pass


READY = False
sys.addaudithook(hook)
READY = True


def layer_norm(x, gamma, beta, eps=1e-6):
    return np.zeros_like(x, dtype=float)
