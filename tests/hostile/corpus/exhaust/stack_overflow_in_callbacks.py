# attack: recursion through callbacks of ctypes, which no recursion limit counts as deep enough
# expect: RTE|MLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import ctypes
import sys

sys.setrecursionlimit(10**9)
KIND = ctypes.CFUNCTYPE(ctypes.c_int)


@KIND
def again():
    return again()


def layer_norm(x, gamma, beta, eps=1e-6):
    return again()
