# attack: raises MemoryError with memory to spare, from a class of its own
# expect: RTE|MLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
class _ArrayMemoryError(MemoryError):
    _total_size = 2**62


def layer_norm(x, gamma, beta, eps=1e-6):
    raise _ArrayMemoryError("all gone")
