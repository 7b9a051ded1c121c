"""Prints in an endless loop."""


def layer_norm(x, gamma, beta, eps=1e-6):
    while True:
        print("still normalising " * 1000)
