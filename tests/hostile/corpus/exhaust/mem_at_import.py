# attack: takes all memory while it is imported
# expect: MLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np

KEPT = [np.ones(1_000_000) for _ in range(10_000)]


def layer_norm(x, gamma, beta, eps=1e-6):
    return x
