# attack: reserves 64 GiB without touching it
# expect: MLE|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import mmap


def layer_norm(x, gamma, beta, eps=1e-6):
    kept = [mmap.mmap(-1, 1 << 30) for _ in range(64)]
    raise RuntimeError(f"{len(kept)} GiB were reserved")
