# attack: an exception whose traceback names lines of other files and of this one that there are not
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
def layer_norm(x, gamma, beta, eps=1e-6):
    code = compile("\n" * 99_999 + "raise ValueError('AC')", "solution.py", "exec")
    exec(code)
