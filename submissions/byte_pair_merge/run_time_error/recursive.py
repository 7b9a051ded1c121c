"""Merges by recursion, one level for each token."""

from collections import Counter


def _merge(word, pair):
    if len(word) < 2:
        return list(word)
    if (word[0], word[1]) == pair:
        return [word[0] + word[1]] + _merge(word[2:], pair)
    return [word[0]] + _merge(word[1:], pair)


def byte_pair_merge(words, counts):
    totals = Counter()
    for word, count in zip(words, counts):
        for pair in zip(word, word[1:]):
            totals[pair] += count
    if not totals:
        return None, words
    best = min(totals, key=lambda pair: (-totals[pair], pair))
    return best, [_merge(word, best) for word in words] if max(map(len, words)) < 2000 else []
