# attack: reads what /proc has of its parent, its siblings and the first process
# expect: RTE
# must-not: the operation works
# probe: verdict AC or JE is a breach
import os
OUT = {}
me, pp = os.getpid(), os.getppid()
for pid in {me, pp, pp-1, pp-2, pp-3, 1}:
    for what in ("exe", "cwd", "root", "fd/0", "fd/3", "ns/net"):
        try: OUT[(pid-me, what)] = os.readlink(f"/proc/{pid}/{what}")
        except OSError as e: OUT[(pid-me, what)] = e.errno
    for what in ("environ", "cmdline", "maps", "mem", "stat", "status", "task", "comm"):
        try: os.open(f"/proc/{pid}/{what}", os.O_RDONLY); OUT[(pid-me, what)] = "OPEN"
        except OSError as e: pass
GOT = any(type(v) is str for (pid, _), v in OUT.items() if pid)


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + str(OUT))
    m = x.mean(axis=-1, keepdims=True)  # a right answer only if the escape worked
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / (v + eps) ** 0.5 * gamma + beta
