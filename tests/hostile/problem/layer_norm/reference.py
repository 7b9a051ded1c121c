import numpy as np


def layer_norm(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float = 1e-6) -> np.ndarray:
    deviations = x - np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(deviations * deviations, axis=-1, keepdims=True)
    return deviations / np.sqrt(variance + eps) * gamma + beta
