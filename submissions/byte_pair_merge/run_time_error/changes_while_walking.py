"""Deletes from a list while it walks through its old length."""

from collections import Counter


def byte_pair_merge(words, counts):
    totals = Counter()
    for word, count in zip(words, counts):
        for pair in zip(word, word[1:]):
            totals[pair] += count
    if not totals:
        return None, words
    best = min(totals, key=lambda pair: (-totals[pair], pair))
    merged = [list(word) for word in words]
    for word in merged:
        for i in range(len(word) - 1):
            if (word[i], word[i + 1]) == best:
                word[i] += word[i + 1]
                del word[i + 1]
    return best, merged
