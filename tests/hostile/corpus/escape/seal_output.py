# attack: seals, resizes, locks and duplicates its descriptors, and asks to be sent signals about them
# expect: RTE
# must-not: the operation works
# probe: verdict AC or JE is a breach
import fcntl
OUT = []
for fd in (0, 1, 3):
    for cmd in (1033, 1034, 1031, 1032, 0, 4, 8, 10, 1024, 1026, 6, 37, 15):
        try: OUT.append((fd, cmd, fcntl.fcntl(fd, cmd, 1)))
        except OSError as e: OUT.append((fd, cmd, -e.errno))
GOT = any(r >= 0 for *_, r in OUT)


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + str(OUT))
    m = x.mean(axis=-1, keepdims=True)  # a right answer only if the escape worked
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / (v + eps) ** 0.5 * gamma + beta
