# attack: honest; numpy is told to raise on invalid values, and warnings to be errors
# expect: AC
# must-not: nothing: this is an honest submission
# probe: verdict other than AC is a fault of the judge
import warnings

import numpy as np

np.seterr(invalid="raise", divide="raise")
warnings.simplefilter("error")


def layer_norm(x, gamma, beta, eps=1e-6):
    d = x - np.mean(x, axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + eps) * gamma + beta
