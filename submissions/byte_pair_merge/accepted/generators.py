"""Iterators only."""

from collections import defaultdict


def _merge(word, left, right):
    tokens = iter(word)
    held = next(tokens, None)
    while held is not None:
        following = next(tokens, None)
        if held == left and following == right:
            yield left + right
            held = next(tokens, None)
        else:
            yield held
            held = following


def byte_pair_merge(words, counts):
    totals = defaultdict(int)
    for word, count in zip(words, counts):
        previous = None
        for token in word:
            if previous is not None:
                totals[previous, token] += count
            previous = token
    if not totals:
        return (None, list(map(list, words)))
    _, pair = min((-total, pair) for pair, total in totals.items())
    return pair, [list(_merge(word, *pair)) for word in words]
