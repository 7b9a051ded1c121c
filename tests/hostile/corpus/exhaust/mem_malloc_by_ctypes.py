# attack: takes memory by malloc of the C library and writes to it, null pointer or not
# expect: MLE|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import ctypes

LIBC = ctypes.CDLL(None)
LIBC.malloc.restype = ctypes.c_void_p


def layer_norm(x, gamma, beta, eps=1e-6):
    while True:
        ctypes.memset(LIBC.malloc(64 << 20), 1, 64 << 20)
