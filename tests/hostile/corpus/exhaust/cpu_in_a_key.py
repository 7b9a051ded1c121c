# attack: returns a dict whose key never ends to compare
# expect: WA|TLE|RTE
# must-not: judge fault; a forged answer counts
# probe: verdict later than the time limit plus two seconds; process alive after the verdict
import numpy as np


class Key(str):
    def __eq__(self, other):
        while True:
            pass

    def __hash__(self):
        return 1

    def encode(self, *a):
        while True:
            pass


def layer_norm(x, gamma, beta, eps=1e-6):
    return {Key("a"): x}
