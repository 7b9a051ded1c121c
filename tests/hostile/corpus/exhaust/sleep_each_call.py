# attack: sleeps a little less than ten seconds in each call
# expect: TLE
# must-not: judge fault; a forged answer counts
# probe: verdict later than the limits of one submission allow; AC or JE
import time
def layer_norm(x, gamma, beta, eps=1e-6):
    time.sleep(9.8); return x
