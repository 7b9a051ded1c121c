# attack: runs commands through pickle and np.load, opens files through memmap, fromfile and ctypes
# expect: RTE
# must-not: the operation works
# probe: a file in /tmp; verdict AC or JE is a breach
import numpy as np, io, pickle, os
OUT = []
def t(n, f):
    try: OUT.append((n, repr(f())[:60]))
    except BaseException as e: OUT.append((n, type(e).__name__))
class P:
    def __reduce__(self): return (os.system, ("touch /tmp/attacks_breach/x",))
t("pickle", lambda: pickle.loads(pickle.dumps(P())))
b = io.BytesIO(); np.save(b, np.array([P()], dtype=object), allow_pickle=True); b.seek(0)
t("np.load", lambda: np.load(b, allow_pickle=True))
t("memmap", lambda: np.memmap("/proc/self/mem", mode="r"))
t("fromfile", lambda: np.fromfile("/proc/self/environ", "u1"))
t("f2py", lambda: __import__("numpy.f2py"))
t("cdll", lambda: np.ctypeslib.load_library("libc.so.6", "/lib/x86_64-linux-gnu"))
t("distutils", lambda: __import__("distutils.ccompiler").ccompiler.new_compiler())
t("site", lambda: __import__("pydantic"))
t("grader", lambda: __import__("grader"))
t("dlopen", lambda: __import__("ctypes").CDLL("/lib/x86_64-linux-gnu/libm.so.6"))
GOT = any(n in ("memmap", "fromfile", "site", "grader") and "Error" not in r for n, r in OUT)
GOT = GOT or OUT[0][1] == "0" or "[0]" in OUT[1][1]


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + str(OUT))
    m = x.mean(axis=-1, keepdims=True)  # a right answer only if the escape worked
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / (v + eps) ** 0.5 * gamma + beta
