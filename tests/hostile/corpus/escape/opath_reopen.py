# attack: opens files and folders by O_PATH, and opens them again through /proc/self/fd
# expect: RTE|WA
# must-not: the operation works
# probe: verdict AC or JE is a breach
import os
OUT = []
for p in ("/etc/passwd", "/", "/proc/self/mem", "/dev/shm", "/tmp"):
    try:
        fd = os.open(p, 0o10000000)
        OUT.append((p, "opath"))
        for q in (f"/proc/self/fd/{fd}", f"/dev/fd/{fd}"):
            try: os.open(q, os.O_RDONLY); OUT.append((p, q, "READ"))
            except OSError as e: OUT.append(e.errno)
        try: OUT.append(os.listdir(fd))
        except OSError as e: OUT.append(e.errno)
        try: os.open("etc/passwd", os.O_RDONLY, dir_fd=fd); OUT.append("REL READ")
        except OSError as e: OUT.append(e.errno)
    except OSError as e: OUT.append((p, e.errno))
GOT = any(type(o) is list or "READ" in str(o) for o in OUT)


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + str(OUT))
    m = x.mean(axis=-1, keepdims=True)  # a right answer only if the escape worked
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / (v + eps) ** 0.5 * gamma + beta
