# -*- coding: idna -*-
# attack: names idna as its encoding
# expect: CE|WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def layer_norm(*a): pass
