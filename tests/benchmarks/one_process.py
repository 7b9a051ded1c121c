"""What a hand-made grader does: one process a submission, the calls, and np.allclose.

Run as a script: ``one_process.py CASES SOURCE``; exits with 1 if a value differs.
"""

import pickle
import sys

import numpy as np


def main(cases_path, source_path):
    with open(cases_path, "rb") as file:
        cases = pickle.load(file)
    scope = {"__name__": "solution"}
    with open(source_path, "rb") as file:
        exec(compile(file.read(), "solution.py", "exec"), scope)
    for steps, wants in cases:
        for arguments, want in zip(steps, wants, strict=True):
            if not np.allclose(scope["layer_norm"](*arguments), want, rtol=1e-6, atol=1e-8):
                sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
