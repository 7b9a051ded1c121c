# attack: three thousand exceptions, each the cause of the next, with a megabyte of text
# expect: RTE|TLE|MLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import sys
def layer_norm(x, gamma, beta, eps=1e-6):
    sys.setrecursionlimit(10**9)
    def f(n):
        if n == 0: raise ValueError("x"*10**6)
        try: f(n-1)
        except ValueError as e: raise ValueError(e) from e
    f(3000)
