# attack: TIOCSTI, TIOCLINUX and FIONREAD on every descriptor
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
import fcntl


def attempt():
    done = []
    for fd in range(4):
        for request in (0x5412, 0x541C, 0x541B, 0x5413, 0x8901, 0x5421):
            try:
                fcntl.ioctl(fd, request, b"\0" * 8)
                done.append((fd, request))
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
