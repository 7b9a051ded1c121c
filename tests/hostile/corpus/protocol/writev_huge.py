# attack: writes 200 MiB of zeros to the channel by one call
# expect: RTE|MLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import os
os.writev(3, [b"\0"*2**20]*200)
def layer_norm(*a): pass
