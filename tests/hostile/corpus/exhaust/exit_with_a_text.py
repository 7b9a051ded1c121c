# attack: leaves by sys.exit with a text of control characters, and with an object
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: raw control characters in what the judge prints
import sys


def layer_norm(x, gamma, beta, eps=1e-6):
    sys.exit("\x1b[2J\u202eAC" * 1000)
