"""Named wrong implementations. The docstring speaks to the learner: a title, then what is wrong and why.

Each is written as a learner would write it, so that it goes wrong on the same inputs.
"""

# ruff: noqa: ARG001 - a mistake may leave an argument unused

import re
from itertools import pairwise


def _totals(words, counts):
    totals = {}
    for word, count in zip(words, counts, strict=True):
        for pair in pairwise(word):
            totals[pair] = totals.get(pair, 0) + count
    return totals


def _first(totals):
    return min(totals, key=lambda pair: (-totals[pair], pair))


def _merged(word, pair):
    out = []
    i = 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair:
            out.append(word[i] + word[i + 1])
            i += 2
        else:
            out.append(word[i])
            i += 1
    return out


def _step(words, totals, merge=_merged, choose=_first):
    if not totals:
        return None, [list(word) for word in words]
    best = choose(totals)
    return best, [merge(word, best) for word in words]


# Counting.


def counts_ignored(words, counts):
    """The counts are not used.

    A pair in a word that occurs a thousand times counts a thousand times.
    Hint: 1
    """
    return _step(words, _totals(words, [1] * len(words)))


def once_a_word(words, counts):
    """A pair counts once a word, however often it stands there.

    Every place counts.
    Hint: 1
    """
    totals = {}
    for word, count in zip(words, counts, strict=True):
        for pair in set(pairwise(word)):
            totals[pair] = totals.get(pair, 0) + count
    return _step(words, totals)


def overlaps_counted_once(words, counts):
    """Places that overlap count once only.

    a a a has the pair (a, a) at two places.
    Hint: 1
    """
    totals = {}
    for word, count in zip(words, counts, strict=True):
        last = {}
        for i, pair in enumerate(pairwise(word)):
            if last.get(pair) != i - 1 or pair[0] != pair[1]:
                totals[pair] = totals.get(pair, 0) + count
                last[pair] = i
    return _step(words, totals)


def pairs_across_words(words, counts):
    """Pairs reach from one word into the next.

    The last token of a word and the first of the next are no neighbours.
    """
    totals = _totals(words, counts)
    for i in range(len(words) - 1):
        if words[i] and words[i + 1]:
            pair = words[i][-1], words[i + 1][0]
            totals[pair] = totals.get(pair, 0) + counts[i]
    return _step(words, totals)


def order_in_the_pair_ignored(words, counts):
    """(a, b) and (b, a) are counted together.

    They are two pairs.
    """
    totals = {}
    for pair, total in _totals(words, counts).items():
        key = tuple(sorted(pair))
        totals[key] = totals.get(key, 0) + total
    return _step(words, totals)


def equal_words_overwritten(words, counts):
    """A word that stands in the list twice counts with its last count only.

    A dictionary of words keeps one count for each. Both count.
    """
    corpus = {tuple(word): count for word, count in zip(words, counts, strict=True)}
    return _step(words, _totals(list(corpus), list(corpus.values())))


def last_pair_of_a_word_left_out(words, counts):
    """The last pair of each word is not counted.

    A word of n tokens has n - 1 pairs.
    Hint: 1
    """
    totals = {}
    for word, count in zip(words, counts, strict=True):
        for i in range(len(word) - 2):
            pair = word[i], word[i + 1]
            totals[pair] = totals.get(pair, 0) + count
    return _step(words, totals)


def rare_pairs_left_alone(words, counts):
    """A pair with a total of 1 is not merged.

    The greatest total is taken, whatever it is.
    """
    totals = {pair: total for pair, total in _totals(words, counts).items() if total > 1}
    return _step(words, totals)


# Choosing.


def first_pair_met(words, counts):
    """Of equal totals the pair that was met first is taken.

    That is what `max` does. Take the one that comes first in order.
    Hint: 2
    """
    return _step(words, _totals(words, counts), choose=lambda totals: max(totals, key=totals.get))


def last_pair_in_order(words, counts):
    """Of equal totals the pair that comes last in order is taken.

    `max` over (total, pair) does that. Take the one that comes first.
    Hint: 2
    """
    return _step(
        words, _totals(words, counts), choose=lambda totals: max(totals, key=lambda p: (totals[p], p))
    )


def order_of_the_joined_text(words, counts):
    """Of equal totals the one whose joined text comes first is taken.

    Tuples are compared token by token: (a, d) comes before (ab, c).
    Hint: 2
    """
    return _step(
        words,
        _totals(words, counts),
        choose=lambda totals: min(totals, key=lambda p: (-totals[p], p[0] + p[1])),
    )


def rarest_pair(words, counts):
    """The pair with the smallest total is taken.

    The most frequent pair is merged.
    Hint: 2
    """
    return _step(
        words, _totals(words, counts), choose=lambda totals: min(totals, key=lambda p: (totals[p], p))
    )


def choice_of_nothing(words, counts):
    """A pair is chosen even if there is none.

    `min` and `max` raise then. The result is None and the words as they were.
    Hint: 4
    """
    totals = _totals(words, counts)
    best = _first(totals)
    return best, [_merged(word, best) for word in words]


def empty_pair(words, counts):
    """Without any pair an empty tuple is returned for it.

    None is asked for.
    Hint: 4
    """
    pair, merged = _step(words, _totals(words, counts))
    return (() if pair is None else pair), merged


# Merging.


def first_place_only(words, counts):
    """Only the first place in each word is merged.

    All places are.
    Hint: 3
    """

    def merge(word, pair):
        for i in range(len(word) - 1):
            if (word[i], word[i + 1]) == pair:
                return [*word[:i], word[i] + word[i + 1], *word[i + 2 :]]
        return list(word)

    return _step(words, _totals(words, counts), merge)


def tokens_used_twice(words, counts):
    """A token is used for two merges.

    a a a becomes aa a, not aa aa: after a merge go on behind both tokens.
    Hint: 3
    """

    def merge(word, pair):
        out, covered = [], False
        for i, token in enumerate(word):
            if tuple(word[i : i + 2]) == pair:
                out.append(token + word[i + 1])
                covered = True
            elif covered:
                covered = False
            else:
                out.append(token)
        return out

    return _step(words, _totals(words, counts), merge)


def from_right_to_left(words, counts):
    """Merged from right to left.

    From the left, a a a becomes aa a.
    Hint: 3
    """

    def merge(word, pair):
        return [
            token[::-1]
            for token in _merged([t[::-1] for t in word[::-1]], tuple(t[::-1] for t in pair[::-1]))
        ][::-1]

    return _step(words, _totals(words, counts), merge)


def last_token_lost(words, counts):
    """The last token of a word gets lost.

    A walk over pairs ends one token early.
    Hint: 3
    """

    def merge(word, pair):
        out = []
        i = 0
        while i < len(word) - 1:
            if (word[i], word[i + 1]) == pair:
                out.append(word[i] + word[i + 1])
                i += 2
            else:
                out.append(word[i])
                i += 1
        return out

    return _step(words, _totals(words, counts), merge)


def replaced_in_joined_text(words, counts):
    """Merged by a replacement in text that is joined with spaces.

    The text a b is also found in xa b, where the token is xa; and tokens may hold spaces themselves.
    Hint: 3
    """

    def merge(word, pair):
        text = " ".join(word).replace(" ".join(pair), "".join(pair))
        return text.split(" ") if text else []

    return _step(words, _totals(words, counts), merge)


def pattern_not_escaped(words, counts):
    """Merged by a regular expression that takes tokens for patterns.

    A dot stands for any character there. Compare tokens.
    Hint: 3
    """

    def merge(word, pair):
        text = re.sub(r"(?<!\S)" + " ".join(pair) + r"(?!\S)", "".join(pair), " ".join(word))
        return text.split(" ") if text else []

    return _step(words, _totals(words, counts), merge)


def same_text_is_merged(words, counts):
    """Neighbours are merged if their joined text is that of the pair.

    (a, bc) and (ab, c) have the same text and are different pairs.
    Hint: 3
    """

    def merge(word, pair):
        out = []
        i = 0
        while i < len(word):
            if i + 1 < len(word) and word[i] + word[i + 1] == pair[0] + pair[1]:
                out.append(word[i] + word[i + 1])
                i += 2
            else:
                out.append(word[i])
                i += 1
        return out

    return _step(words, _totals(words, counts), merge)


def two_steps(words, counts):
    """A second pair is merged as well.

    One step is asked for.
    """
    pair, merged = _step(words, _totals(words, counts))
    return pair, _step(merged, _totals(merged, counts))[1]


def words_with_the_pair_only(words, counts):
    """Words without the pair are left out.

    All words come back, in their places.
    """
    pair, merged = _step(words, _totals(words, counts))
    return pair, [new for new, old in zip(merged, words, strict=True) if pair is None or new != old]


# What is returned.


def pair_joined(words, counts):
    """The pair is returned as one string.

    It is a tuple of two tokens.
    """
    pair, merged = _step(words, _totals(words, counts))
    return pair and pair[0] + pair[1], merged


def words_only(words, counts):
    """Only the words are returned.

    The result is a tuple of the pair and the words.
    """
    return _step(words, _totals(words, counts))[1]


def words_as_text(words, counts):
    """Words are returned as text, with spaces between tokens.

    Each word is a list of tokens.
    """
    pair, merged = _step(words, _totals(words, counts))
    return pair, merged if pair is None else [" ".join(word) for word in merged]


def total_returned_too(words, counts):
    """The total is returned beside the pair.

    The result is a tuple of two: the pair and the words.
    """
    totals = _totals(words, counts)
    pair, merged = _step(words, totals)
    return pair, totals.get(pair, 0), merged


# What is kept from call to call.

_kept = {}


def totals_of_earlier_calls(words, counts):
    """Totals of earlier calls are still there.

    Each call begins with none.
    """
    for pair, total in _totals(words, counts).items():
        _kept[pair] = _kept.get(pair, 0) + total
    return _step(words, _kept)
