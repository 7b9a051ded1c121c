# attack: a regular expression that goes back without end
# expect: TLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import re
def layer_norm(x, gamma, beta, eps=1e-6): re.match(r"(a+)+$", "a"*60+"b"); return x
