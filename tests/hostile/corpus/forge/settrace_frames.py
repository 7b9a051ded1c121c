# attack: traces the runner's own frames, and ends the process from a profile function
# expect: RTE|WA|TLE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import sys, threading
def tr(f, e, a):
    f.f_trace_lines = True
    return tr
f = sys._getframe()
while f: f.f_trace = tr; f = f.f_back
sys.settrace(tr); sys.setprofile(lambda *a: (_ for _ in ()).throw(SystemExit(0)))
def layer_norm(x, gamma, beta, eps=1e-6): return x
