# attack: describes an exception of 100000 lines
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import gc, os, struct, time
import numpy as np

HEADER = struct.Struct("<IBxHIIQQQ")  # position, kind, step, changes, bytes, end of output, CPU, wall
IMPORT, LOADED, VALUES, RAISED, NOT_COMPILED = 0xFFFFFFFF, 1, 2, 3, 4


def frame(position, kind, payload=b"", step=0, changes=0, length=None, end=0, cpu=0, wall=0):
    size = len(payload) if length is None else length
    return HEADER.pack(position, kind, step, changes, size, end, cpu, wall) + payload


def array(a):
    a = np.ascontiguousarray(a, dtype=float)
    return b"a\x0b" + bytes([a.ndim]) + struct.pack(f"<{a.ndim}Q", *a.shape) + a.tobytes()


def text(s):
    data = s.encode("utf-8", "surrogatepass")
    return b"s" + struct.pack("<Q", len(data)) + data


def raised(name="ValueError", builtin="ValueError", message="", lines=(), operation=None, target=None,
           module=None, asked_for=0, leave=None):
    def put(v):
        if v is None:
            return b"N"
        if isinstance(v, int):
            return b"i" + struct.pack("<q", v)
        if isinstance(v, str):
            return text(v)
        return b"t" + struct.pack("<Q", len(v)) + b"".join(map(put, v))
    return put((name, builtin, message, lines, operation, target, module, asked_for, leave))


def send(data):
    view = memoryview(data)
    while view:
        view = view[os.write(3, view):]


def wait():
    while True:
        time.sleep(1)


def everything(limit=20_000):
    """Give every object that can be reached from the frames above this one, the nearest first."""
    import sys

    from collections import deque

    frame_, todo = sys._getframe(1), deque()
    while frame_ is not None:
        todo.extend(list(frame_.f_locals.values()))
        frame_ = frame_.f_back
    seen = set()
    while todo and len(seen) < limit:
        o = todo.popleft()
        if id(o) not in seen and type(o) not in (int, float, str, bytes):
            seen.add(id(o))
            yield o
            todo.extend(gc.get_referents(o))


send(frame(IMPORT, LOADED) + frame(0, RAISED, raised(lines=((1, "f"),) * 100_000)))
wait()
