# attack: doubles a list until there is no memory
# expect: MLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def layer_norm(x, gamma, beta, eps=1e-6):
    kept = [0] * 1000
    while True:
        kept += kept
