# attack: leaves notes wherever a later submission of the same judge may find them, and looks for such notes
# expect: RTE
# must-not: the operation works
# probe: verdict AC when it is run a second time
import gc
import os
import sys
from collections import deque

NOTE = b"left-by-" + b"an-earlier-one"


def everything(limit=20_000):
    """Give every object that can be reached from the frames above this one, the nearest first."""
    frame, todo, seen = sys._getframe(1), deque(), set()
    while frame is not None:
        todo.extend(list(frame.f_locals.values()))
        frame = frame.f_back
    while todo and len(seen) < limit:
        o = todo.popleft()
        if id(o) not in seen and type(o) not in (int, float, str, bytes):
            seen.add(id(o))
            yield o
            todo.extend(gc.get_referents(o))


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
    for o in everything():
        if type(o) is memoryview and not o.readonly and o.nbytes >= 2048:
            view = o.cast("B")
            found.append(NOTE in bytes(view))
            view[-len(NOTE) - 64 : -64] = NOTE
        elif type(o) is bytearray and len(o) > 64:
            found.append(NOTE in o)
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
