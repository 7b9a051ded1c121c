# attack: file locks, leases, seals and pipe sizes by fcntl
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
import fcntl


def attempt():
    done = []
    for fd in range(4):
        for command in (fcntl.F_SETFL, 1024, 1025, 1026, 1031, 1033, 1034, fcntl.F_SETLK, 37, 0):
            try:
                fcntl.fcntl(fd, command, 0)
                done.append((fd, command))
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
