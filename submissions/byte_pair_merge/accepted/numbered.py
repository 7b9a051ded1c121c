"""Tokens as numbers, pairs counted by NumPy."""

import numpy as np


def byte_pair_merge(words, counts):
    tokens = sorted({token for word in words for token in word})
    number = {token: i for i, token in enumerate(tokens)}
    pairs, weights = [], []
    for word, count in zip(words, counts):
        ids = [number[token] for token in word]
        pairs += [a * len(tokens) + b for a, b in zip(ids, ids[1:])]
        weights += [count] * (len(ids) - 1)
    if not pairs:
        return None, [list(word) for word in words]
    unique, inverse = np.unique(np.array(pairs), return_inverse=True)
    totals = np.zeros(len(unique), dtype=np.int64)
    np.add.at(totals, inverse, np.array(weights, dtype=np.int64))
    a, b = divmod(int(unique[np.argmax(totals)]), len(tokens))  # the first of equal ones: ids are in order
    pair = tokens[a], tokens[b]
    merged = []
    for word in words:
        new = list(word)
        i = 0
        while i < len(new) - 1:
            if (new[i], new[i + 1]) == pair:
                new[i : i + 2] = [new[i] + new[i + 1]]
            i += 1
        merged.append(new)
    return pair, merged
