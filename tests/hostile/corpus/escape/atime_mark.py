# attack: reads library files and looks whether their access times change: a mark that a later submission finds
# expect: RTE|AC
# must-not: the operation works
# probe: verdict AC is a breach
import os
import time

PLACE = os.path.dirname(os.__file__)
SELDOM = (
    "antigravity.py", "turtledemo/chaos.py", "turtledemo/clock.py", "turtledemo/forest.py", "turtledemo/tree.py",
    "lib2to3/btm_utils.py", "idlelib/grep.py", "idlelib/zoomheight.py", "tkinter/dnd.py", "wsgiref/validate.py",
    "ensurepip/_uninstall.py", "ctypes/macholib/dyld.py", "curses/textpad.py", "dbm/ndbm.py", "xmlrpc/server.py",
)
OUT = []
for name in SELDOM:
    path = os.path.join(PLACE, name)
    if not os.path.exists(path):
        continue
    before = os.stat(path)
    # Only of these does reading change the time, where a file system is mounted as most are.
    if before.st_atime <= before.st_mtime or before.st_atime < time.time() - 86400:
        with open(path, "rb") as file:
            file.read(1)
        OUT.append((path, before.st_atime_ns, os.stat(path).st_atime_ns))
        break
GOT = any(before != after for _, before, after in OUT)


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + str(OUT))
    m = x.mean(axis=-1, keepdims=True)  # a right answer only if the escape worked
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / (v + eps) ** 0.5 * gamma + beta
