# attack: sleeps 20 s at import and leaves in each call, so that each new fork sleeps again
# expect: RTE|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict later than the limits of one submission allow; AC or JE
import time, os
time.sleep(20)
def layer_norm(x, gamma, beta, eps=1e-6): os._exit(3)
