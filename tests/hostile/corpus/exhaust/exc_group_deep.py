# attack: an exception group nested fifty thousand deep
# expect: RTE|TLE|MLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def layer_norm(x, gamma, beta, eps=1e-6):
    error = ValueError("AC")
    for _ in range(50_000):
        error = ExceptionGroup("AC", [error])
    raise error
