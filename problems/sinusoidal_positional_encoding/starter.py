import numpy as np


def sinusoidal_positional_encoding(length: int, d_model: int, start: int = 0) -> np.ndarray:
    """Return sines and cosines of the positions from `start` on, of shape (length, d_model)."""
    pass
