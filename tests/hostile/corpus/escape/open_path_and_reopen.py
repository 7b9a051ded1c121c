# attack: opens /etc/passwd with O_PATH, which is not restricted, and opens that again for reading
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
import os


def attempt():
    fd = os.open("/etc/passwd", os.O_PATH)
    for name in (f"/proc/self/fd/{fd}", f"/dev/fd/{fd}"):
        try:
            return os.read(os.open(name, os.O_RDONLY), 10)
        except OSError:
            pass
    try:
        return os.read(fd, 10)
    except OSError:
        pass
    folder = os.open("/etc", os.O_PATH | os.O_DIRECTORY)
    return os.read(os.open("passwd", os.O_RDONLY, dir_fd=folder), 10)


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
