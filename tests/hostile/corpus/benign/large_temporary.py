# attack: honest; needs a few megabytes for a moment and gives them back
# expect: AC
# must-not: nothing: this is an honest submission
# probe: verdict other than AC is a fault of the judge
import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    scratch = np.ones((100, 10_000))
    del scratch
    d = x - np.mean(x, axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
