# attack: ends the interpreter from C: Py_Exit and _exit
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import ctypes


def layer_norm(x, gamma, beta, eps=1e-6):
    ctypes.pythonapi.Py_Exit(0)
