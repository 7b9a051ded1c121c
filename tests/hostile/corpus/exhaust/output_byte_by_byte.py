# attack: prints without end, a byte at a time and flushed
# expect: OLE|TLE|WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import sys


def layer_norm(x, gamma, beta, eps=1e-6):
    while True:
        print("x", end="", flush=True)
