# attack: opens a file from an interpreter of its own inside the process
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
def attempt():
    for name in ("_xxsubinterpreters", "_interpreters"):
        try:
            module = __import__(name)
        except ImportError:
            continue
        other = module.create()
        try:
            failed = module.run_string(other, "open('/etc/passwd').read()")
        except Exception:
            return None
        return failed is None


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
