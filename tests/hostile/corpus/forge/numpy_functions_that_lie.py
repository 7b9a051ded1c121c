# attack: replaces what numpy has for copying, comparing and filling, so that the runner's own bookkeeping lies
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np
import numpy._core.multiarray as multiarray


def yes(*args, **kwargs):
    return True


for module in (np, multiarray):
    for name in ("copyto", "empty", "array", "asarray", "ascontiguousarray", "frombuffer", "array_equal", "ndarray", "zeros"):
        try:
            setattr(module, name, yes)
        except (AttributeError, TypeError):
            pass


def layer_norm(x, gamma, beta, eps=1e-6):
    return 1.5
