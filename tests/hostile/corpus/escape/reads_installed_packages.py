# attack: imports and reads what is installed beside numpy: the judge, its tests, other packages
# expect: RTE
# must-not: the operation works
# probe: verdict AC is a breach
import os
import sys


def attempt():
    import numpy

    site = os.path.dirname(os.path.dirname(numpy.__file__))
    for name in ("grader", "numgrader", "pydantic", "hypothesis", "typer", "pytest", "rich"):
        try:
            __import__(name)
            return name
        except ImportError:
            pass
    for place in (site, *sys.path, "/proc/self/cwd", "."):
        for leaf in ("", "grader/__init__.py", "pydantic/__init__.py", "pip/__init__.py", "site-packages"):
            try:
                path = os.path.join(place, leaf)
                if not leaf or leaf == "site-packages":
                    if "site-packages" in path and os.listdir(path):
                        return path
                else:
                    return open(path).read(1)
            except OSError:
                pass


import numpy as np


def _honest(x, gamma, beta, eps=1e-6):
    x = np.asarray(x)
    m = x.mean(axis=-1, keepdims=True)
    v = ((x - m) ** 2).mean(axis=-1, keepdims=True)
    return (x - m) / np.sqrt(v + eps) * gamma + beta


try:
    GOT, WHY = attempt(), "attempt returned a false value"
except BaseException as e:  # blocked: say so, and answer nothing
    GOT, WHY = None, repr(e)[:300]


def layer_norm(x, gamma, beta, eps=1e-6):
    if not GOT:
        raise RuntimeError("blocked: " + WHY)
    return _honest(x, gamma, beta, eps)  # a right answer only if the escape worked
