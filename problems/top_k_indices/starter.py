import numpy as np


def top_k_indices(x: np.ndarray, k: int) -> np.ndarray:
    """Return the indices of the `k` largest entries of each row of `x`, largest first."""
    pass
