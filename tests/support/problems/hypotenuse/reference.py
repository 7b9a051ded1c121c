import numpy as np


def hypotenuse(a: float, b: float) -> float:
    return np.sqrt(np.square(a) + np.square(b))
