import numpy as np


def centre(x: np.ndarray, scale: float = 2.0) -> np.ndarray:
    return (x - np.mean(x, axis=-1, keepdims=True)) / scale
