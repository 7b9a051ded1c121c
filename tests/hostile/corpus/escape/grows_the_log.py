# attack: truncates, extends and punches holes into the file of its printed text
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
import os


def attempt():
    done = []
    for act in (lambda: os.ftruncate(1, 2**40), lambda: os.posix_fallocate(1, 0, 2**30), lambda: os.truncate(1, 0)):
        try:
            act()
            done.append(1)
        except OSError:
            pass
    return done


import numpy as np


def _honest(x, gamma, beta, eps=1e-6):
    x = np.asarray(x)
    m = x.mean(axis=-1, keepdims=True)
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / np.sqrt(v + eps) * gamma + beta


try:
    GOT, WHY = attempt(), "attempt returned a false value"
except BaseException as e:  # blocked: say so, and answer nothing
    GOT, WHY = None, repr(e)[:300]


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + WHY)
    return _honest(x, gamma, beta, eps)  # a right answer only if the escape worked
