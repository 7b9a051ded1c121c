import math

import numpy as np


def standard_scores(x, eps=0.01):
    mean = math.fsum(x) / len(x)
    deviations = [float(v) - mean for v in x]
    variance = math.fsum(d * d for d in deviations) / len(x)
    return np.array(deviations) / math.sqrt(variance + eps)
