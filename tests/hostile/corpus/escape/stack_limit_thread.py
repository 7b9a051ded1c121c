# attack: threads, event loops, locks, shared memory, temporary files and databases, by way of the library
# expect: RTE
# must-not: the operation works
# probe: a file in /tmp; verdict AC or JE is a breach
import _thread, asyncio, concurrent.futures, multiprocessing
import multiprocessing.shared_memory
OUT = []
def t(f):
    try: OUT.append((True, repr(f())[:90]))
    except BaseException as e: OUT.append((False, repr(e)[:90]))
t(lambda: _thread.start_new_thread(print, ()))
t(lambda: asyncio.run(asyncio.sleep(0)))
t(lambda: multiprocessing.Lock())
t(lambda: multiprocessing.shared_memory.SharedMemory(create=True, size=10))
import tempfile
t(lambda: tempfile.TemporaryFile())
import sqlite3
t(lambda: sqlite3.connect("/tmp/attacks_breach/x.db").execute("create table t(a)"))
import dbm
t(lambda: dbm.open("/tmp/attacks_breach/x", "c"))
import numpy as np
t(lambda: np.memmap("/tmp/attacks_breach/x", mode="w+", shape=3))
t(lambda: np.save("/tmp/attacks_breach/x.npy", np.zeros(3)))
t(lambda: np.fromfile("/etc/passwd", dtype="u1")[:5])
t(lambda: np.load("/etc/passwd", allow_pickle=True))
GOT = any(ok for ok, _ in OUT)


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + str(OUT))
    m = x.mean(axis=-1, keepdims=True)  # a right answer only if the escape worked
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / (v + eps) ** 0.5 * gamma + beta
