"""A dictionary of totals, and an index that walks through each word."""


def byte_pair_merge(words, counts):
    totals = {}
    for word, count in zip(words, counts):
        for left, right in zip(word, word[1:]):
            totals[left, right] = totals.get((left, right), 0) + count
    if not totals:
        return None, words
    top = max(totals.values())
    pair = min(p for p in totals if totals[p] == top)
    merged = []
    for word in words:
        new, i = [], 0
        while i < len(word):
            if word[i : i + 2] == list(pair):
                new.append("".join(pair))
                i += 2
            else:
                new.append(word[i])
                i += 1
        merged.append(new)
    return pair, merged
