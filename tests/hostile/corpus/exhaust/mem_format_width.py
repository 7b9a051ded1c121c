# attack: formats a number to a width of ten thousand million
# expect: MLE|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def layer_norm(x, gamma, beta, eps=1e-6):
    return f"{1:>10000000000d}"
