# attack: keeps a large array from each call, so that the limit is met in the middle of something small
# expect: MLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np

HISTORY = []


def layer_norm(x, gamma, beta, eps=1e-6):
    HISTORY.append(np.ones((4_000_000,)) * x.ravel()[0])
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
