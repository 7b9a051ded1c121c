import numpy as np


def standard_scores(x: np.ndarray, eps: float = 0.01) -> np.ndarray:
    """Return the standard scores of `x`."""
    pass
