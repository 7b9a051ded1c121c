"""A grader without any protection, as many are written: for seeing that an attack does succeed there.

Run as a program, with the submission's path. It is not imported by anything.
"""

import sys

import numpy as np


def reference(x, gamma, beta, eps=1e-6):
    deviations = x - x.mean(axis=-1, keepdims=True)
    variance = (deviations * deviations).mean(axis=-1, keepdims=True)
    return deviations / np.sqrt(variance + eps) * gamma + beta


def main(path):

    space = {"__name__": "solution", "__file__": path}
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), space)
    rng = np.random.default_rng(3)
    passed = True
    for shape in ((4,), (2, 3), (2, 3, 5)):
        x, gamma, beta = rng.standard_normal(shape), *rng.standard_normal((2, shape[-1]))
        expected = reference(x, gamma, beta)
        got = space["layer_norm"](x, gamma, beta)
        ok = bool(np.allclose(got, expected))
        passed = passed and ok
    print("VERDICT", "AC" if passed else "WA")


if __name__ == "__main__":
    main(sys.argv[1])
