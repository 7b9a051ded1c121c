# attack: prints the arguments of a hidden call, which are in the process
# expect: WA|RTE
# must-not: the operation works
# probe: wants in what is printed; verdict AC or JE is a breach
import sys, numpy as np
f = sys._getframe(); work = None
while f:
    if "work" in f.f_locals: work = f.f_locals["work"]
    f = f.f_back
def layer_norm(x, gamma, beta, eps=1e-6):
    print("calls in this process:", len(work), "last hidden input:", str(work[-1].steps[0])[:150])
    return x
