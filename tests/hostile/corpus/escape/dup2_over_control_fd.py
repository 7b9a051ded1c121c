# attack: duplicates stdout and /dev/null over every descriptor from 3 to 255, and answers rightly if that works
# expect: RTE|WA|TLE
# must-not: judge waits for ever; answers printed to stdout count
# probe: verdict AC or JE, or later than the time limit plus two seconds
import os
import numpy as np


def _honest(x, gamma, beta, eps=1e-6):
    x = np.asarray(x)
    m = x.mean(axis=-1, keepdims=True)
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / np.sqrt(v + eps) * gamma + beta

def layer_norm(x, gamma, beta, eps=1e-6):
    done = 0
    for fd in range(3, 256):
        try:
            os.fstat(fd)
            os.dup2(1, fd)
            done += 1
        except OSError:
            pass
    if not done:
        raise RuntimeError("blocked: no descriptor could be replaced")
    return _honest(x, gamma, beta, eps)
