import numpy as np


def softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
    """Return weights that are proportional to `exp(x)` and add up to 1 along `axis`."""
    pass
