# attack: builds a code object with bytes that are no bytecode and runs it
# expect: RTE|MLE|TLE|WA
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def victim():
    pass


victim.__code__ = victim.__code__.replace(co_code=bytes(range(2, 256)) * 20, co_stacksize=1)


def layer_norm(x, gamma, beta, eps=1e-6):
    return victim()
