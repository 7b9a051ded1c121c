# attack: maps and fills 64 MiB at once, again and again: time in the kernel, little memory at a time
# expect: TLE|MLE|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import mmap
def layer_norm(x, gamma, beta, eps=1e-6):
    while True:
        m = mmap.mmap(-1, 1<<26); m.madvise(23); m.close()
