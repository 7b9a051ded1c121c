# attack: constants of gigabytes, which the compiler may try to fold
# expect: WA|RTE|MLE|CE|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def layer_norm(*a):
    return ((2**100)**100)**100 << 100000, 'a'*10**9, (1,)*10**8, [0]*10**9
