# attack: replaces excepthook, unraisablehook, displayhook, breakpointhook, the import machinery and the standard streams
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import builtins
import sys

import numpy as np


def say_yes(*args, **kwargs):
    return "AC"


sys.excepthook = sys.unraisablehook = sys.displayhook = sys.breakpointhook = say_yes
sys.meta_path[:] = [say_yes]
sys.path_hooks[:] = [say_yes]
builtins.__import__ = say_yes
builtins.__build_class__ = say_yes
sys.stdout = sys.stderr = sys.stdin = None
sys.modules.clear()


def layer_norm(x, gamma, beta, eps=1e-6):
    return np.zeros_like(x, dtype=float)
