"""collections.Counter, and a stack to merge with."""

from collections import Counter
from itertools import pairwise


def byte_pair_merge(words, counts):
    totals = Counter()
    for word, count in zip(words, counts):
        for pair in pairwise(word):
            totals[pair] += count
    if not totals:
        return None, [w[:] for w in words]
    pair = sorted(totals.items(), key=lambda item: (-item[1], item[0]))[0][0]

    def merge(word):
        done, free = [], False  # free: the last token of done may still be merged
        for token in word:
            if free and (done[-1], token) == pair:
                done[-1] += token
                free = False
            else:
                done.append(token)
                free = True
        return done

    return pair, [merge(word) for word in words]
