# attack: maps the file of printed text and writes beyond its end
# expect: RTE|OLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import mmap, os, ctypes
os.write(1, b"x")
m = mmap.mmap(1, 0, mmap.MAP_SHARED, mmap.PROT_READ|mmap.PROT_WRITE)
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
a = libc.mmap(None, 1<<20, 3, 1, 1, 0)
ctypes.memset(a + 8192, 65, 4096)
OUT = "?"

def layer_norm(x, gamma, beta, eps=1e-6):
    raise RuntimeError(str(OUT))
