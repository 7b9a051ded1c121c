# attack: honest; tries to write a log, to start a thread and to fork, and does without
# expect: AC
# must-not: nothing: this is an honest submission
# probe: verdict other than AC is a fault of the judge
import os
import threading

import numpy as np

try:
    LOG = open("log.txt", "w")
except OSError:
    LOG = None
try:
    threading.Thread(target=print).start()
except RuntimeError:
    pass
try:
    os.fork()
except OSError:
    pass


def layer_norm(x, gamma, beta, eps=1e-6):
    d = x - np.mean(x, axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
