# attack: faulthandler on every signal and after a time, writing to the channel
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import faulthandler


def layer_norm(x, gamma, beta, eps=1e-6):
    faulthandler.enable(file=3)
    faulthandler.dump_traceback(file=3)
    faulthandler._sigsegv()
