"""Chooses a pair even where there is none."""

from collections import Counter


def byte_pair_merge(words, counts):
    totals = Counter()
    for word, count in zip(words, counts):
        for pair in zip(word, word[1:]):
            totals[pair] += count
    best = min(totals, key=lambda pair: (-totals[pair], pair))
    merged = []
    for word in words:
        out, i = [], 0
        while i < len(word):
            if tuple(word[i : i + 2]) == best:
                out.append("".join(best))
                i += 2
            else:
                out.append(word[i])
                i += 1
        merged.append(out)
    return best, merged
