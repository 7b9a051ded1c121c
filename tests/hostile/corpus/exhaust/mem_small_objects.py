# attack: fills the memory with small objects, until not even an exception finds room
# expect: MLE|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def layer_norm(x, gamma, beta, eps=1e-6):
    kept = []
    while True:
        kept.append([])
