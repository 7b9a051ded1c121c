import numpy as np


def standard_scores(x, eps=0.01):
    deviation = x - np.mean(x)  # first, so that no digits are lost
    variance = np.mean(deviation**2)
    return deviation / np.sqrt(variance + eps)
