"""Merges by a replacement in joined text, as in the code of the paper but without its look-around."""

from collections import Counter


def byte_pair_merge(words, counts):
    totals = Counter()
    for word, count in zip(words, counts):
        for pair in zip(word, word[1:]):
            totals[pair] += count
    if not totals:
        return None, words
    best = min(totals, key=lambda pair: (-totals[pair], pair))
    return best, [" ".join(w).replace(" ".join(best), "".join(best)).split(" ") if w else [] for w in words]
