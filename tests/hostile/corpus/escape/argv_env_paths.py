# attack: raises with the interpreter's arguments, environment, search path, folder and user
# expect: RTE
# must-not: the operation works
# probe: the canary of the environment stands in a report; verdict AC or JE is a breach
import sys, os, numpy
OUT = (sys.argv, sys.orig_argv[:4], dict(os.environ), sys.path, numpy.__file__, os.getcwd(), os.getuid(), os.uname().nodename)
GOT = "JUDGE_CANARY" in str(OUT)


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + str(OUT))
    m = x.mean(axis=-1, keepdims=True)  # a right answer only if the escape worked
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / (v + eps) ** 0.5 * gamma + beta
