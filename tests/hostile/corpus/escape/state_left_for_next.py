# attack: leaves notes wherever a later submission of the same judge may find them, and looks for such notes
# expect: RTE
# must-not: the operation works
# probe: verdict AC when it is run a second time
import gc
import os
import sys

NOTE = b"left-by-" + b"an-earlier-one"


def attempt():
    found = []
    for name in ("attack_note", "numpy.attack_note"):
        found.append(sys.modules.get(name))
    sys.modules["attack_note"] = sys
    import numpy

    found.append(getattr(numpy, "attack_note", None))
    numpy.attack_note = True
    found.append(os.environ.get("ATTACK_NOTE"))
    os.environ["ATTACK_NOTE"] = "1"
    for o in gc.get_objects():
        for r in gc.get_referents(o):
            if type(r) is memoryview and not r.readonly and r.nbytes >= 2048:
                view = r.cast("B")
                found.append(NOTE in bytes(view))
                view[-len(NOTE) - 64 : -64] = NOTE
            elif type(r) is bytearray and len(r) > 64:
                found.append(NOTE in r)
    for fd in (1, 2, 3):
        try:
            found.append(NOTE in os.pread(fd, 4096, 0))
        except OSError:
            pass
    try:
        os.write(2, NOTE)
    except OSError:
        pass
    return any(found)


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
