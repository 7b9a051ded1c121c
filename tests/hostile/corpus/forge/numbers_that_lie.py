# attack: subclasses of float, int, str, list and dict whose methods give other values than their contents
# expect: WA|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict AC or JE is a breach
import numpy as np


class F(float):
    def __float__(self):
        return 1.0

    def __pos__(self):
        return 1.0

    def __eq__(self, other):
        return True


class L(list):
    def __len__(self):
        return 10**9

    def __iter__(self):
        while True:
            yield F(0)

    def __getitem__(self, i):
        return F(0)


def layer_norm(x, gamma, beta, eps=1e-6):
    return L([F(2.0), L([F(3.0)])])
