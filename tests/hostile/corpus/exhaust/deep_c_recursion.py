# attack: a million nested partial objects, for whatever frees or calls them one in the other
# expect: WA|RTE|MLE|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import functools
def layer_norm(x, gamma, beta, eps=1e-6):
    f = lambda: 0
    for _ in range(10**6): f = functools.partial(f)
    return f()
