# attack: an exception whose class and instance answer each question about them with SystemExit
# expect: RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
class M(type):
    def __mro_entries__(cls, b): return b
    def __getattribute__(cls, n): raise SystemExit(n)
class E(Exception, metaclass=M):
    def __getattribute__(self, n): raise SystemExit(n)
def layer_norm(x, gamma, beta, eps=1e-6): raise E(E(), E)
