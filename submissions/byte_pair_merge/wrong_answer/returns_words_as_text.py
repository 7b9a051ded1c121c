"""Returns each word as text."""

from collections import Counter


def merge(word, pair):
    out, i = [], 0
    while i < len(word):
        if i + 1 < len(word) and (word[i], word[i + 1]) == pair:
            out.append(word[i] + word[i + 1])
            i += 2
        else:
            out.append(word[i])
            i += 1
    return out


def byte_pair_merge(words, counts):
    totals = Counter()
    for word, count in zip(words, counts):
        for pair in zip(word, word[1:]):
            totals[pair] += count
    if not totals:
        return None, words
    best = min(totals, key=lambda pair: (-totals[pair], pair))
    return best, [" ".join(merge(word, best)) for word in words]
