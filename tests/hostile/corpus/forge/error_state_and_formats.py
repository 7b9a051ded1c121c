# attack: makes numpy raise on everything and print nothing but right answers
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np

np.seterr(all="raise")
np.set_printoptions(formatter={"all": lambda v: "AC"})


def layer_norm(x, gamma, beta, eps=1e-6):
    return np.zeros_like(x, dtype=float)
