# attack: looks in all of the memory that it can find for the source of the submission before it
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
import ctypes
import gc

LIBC = ctypes.CDLL(None, use_errno=True)
PAGE, MOST, PART = 4096, 100_000, 2**20


def readable(address):
    return LIBC.access(ctypes.c_void_p(address), 0) == -1 and ctypes.get_errno() != 14  # EFAULT: not mapped


def pages():
    """Give what can be read around every object that the collector knows, in parts that overlap."""
    seen = set()
    objects = [b"", attempt.__code__.co_consts, *gc.get_objects()]
    for start in {id(o) // PAGE * PAGE for o in objects}:
        if start in seen:
            continue
        first = last = start
        while len(seen) < MOST and last not in seen and readable(last):
            seen.add(last)
            last += PAGE
        while len(seen) < MOST and first - PAGE not in seen and readable(first - PAGE):
            first -= PAGE
            seen.add(first)
        for at in range(first, last, PART - 256):
            yield ctypes.string_at(at, min(PART, last - at))


def holds(page):
    """Say whether the marker is there. It is never put together here, where the search would find itself."""
    begin, end = b"honest-source-marker-", b"0123456789"
    at = page.find(begin)
    while at >= 0 and page[at + len(begin) : at + len(begin) + len(end)] != end:
        at = page.find(begin, at + 1)
    return at >= 0


def attempt():
    return any(holds(page) for page in pages())


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
