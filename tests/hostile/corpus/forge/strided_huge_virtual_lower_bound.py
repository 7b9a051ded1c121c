# attack: as_strided with shape x.shape plus 40 axes of size 2 and stride 0, total 2**40 elements
# expect: WA|RTE|MLE|OLE|TLE
# must-not: product of dimensions overflows or is allocated before it is checked
# probe: resident memory of the parent grows by more than 64 MiB; verdict AC or JE
import numpy as np


def layer_norm(x, gamma, beta, eps=1e-6):
    return np.lib.stride_tricks.as_strided(np.zeros(1), shape=(2,) * 40, strides=(0,) * 40)
