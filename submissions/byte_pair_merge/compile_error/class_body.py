"""Leaves the class half written."""


class Corpus:
    def __init__(self, words, counts):


def byte_pair_merge(words, counts):
    return Corpus(words, counts).step()
