# -*- coding: hex_codec -*-
# attack: names a codec that decodes no text as its encoding
# expect: CE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def layer_norm(*a): pass
