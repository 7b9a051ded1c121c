# attack: an exception with a million arguments and notes
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: message longer than the bound; raw control characters
def layer_norm(x, gamma, beta, eps=1e-6):
    error = ValueError(*range(1_000_000))
    for n in range(10_000):
        error.add_note("\x1b[31m" * 100)
    raise error
