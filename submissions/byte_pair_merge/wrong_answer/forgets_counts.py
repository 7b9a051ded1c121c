"""Counts each word once."""

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
    totals = Counter(pair for word in words for pair in zip(word, word[1:]))
    if not totals:
        return None, words
    best = min(totals, key=lambda pair: (-totals[pair], pair))
    return best, [merge(word, best) for word in words]
