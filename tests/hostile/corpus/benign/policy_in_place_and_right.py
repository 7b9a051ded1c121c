# attack: honest; writes its right answer into its own copy and into a view of it
# expect: AC
# must-not: nothing: this is an honest submission
# probe: verdict other than AC is a fault of the judge
import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    out = np.array(x, dtype=np.float64)
    out -= out.mean(axis=-1, keepdims=True)
    out /= np.sqrt((out * out).mean(axis=-1, keepdims=True) + eps)
    out *= gamma
    out += beta
    return out[...]
