"""All totals in one pass, then one walk through each word."""

from collections import Counter
from itertools import pairwise


def byte_pair_merge(words, counts):
    totals = Counter()
    for word, count in zip(words, counts, strict=True):
        for pair in pairwise(word):
            totals[pair] += count
    if not totals:
        return None, words
    best = min(totals, key=lambda pair: (-totals[pair], pair))
    return best, [_merged(word, best) for word in words]


def _merged(word, pair):
    out = []
    i = 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair:
            out.append(word[i] + word[i + 1])
            i += 2
        else:
            out.append(word[i])
            i += 1
    return out
