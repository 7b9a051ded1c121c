"""Goes on by one token after a merge."""

from collections import Counter


def byte_pair_merge(words, counts):
    totals = Counter()
    for word, count in zip(words, counts):
        for pair in zip(word, word[1:]):
            totals[pair] += count
    if not totals:
        return None, words
    best = min(totals, key=lambda pair: (-totals[pair], pair))
    merged = []
    for word in words:
        out, covered = [], False
        for i, token in enumerate(word):
            if i + 1 < len(word) and (token, word[i + 1]) == best:
                out.append(token + word[i + 1])
                covered = True
            elif covered:
                covered = False
            else:
                out.append(token)
        merged.append(out)
    return best, merged
