"""Generated cases: one function a group, each returning a Hypothesis strategy of cases.

A case is a dict of arguments, or a `Seq` of them: several calls in one process.
"""

from itertools import chain

from hypothesis import strategies as st

from grader.authoring_api import Seq

_ODD_TOKENS = [
    "a", "b", "ab", "ba", "aa", " ", "a b", ".", "*", "\\", "(", "[a]", "</w>", "##", "é", "ß", "日", "🙂",
    "\n", "None", "nan", "0", "1", "'", '"', "A",
]  # fmt: skip


def counting():
    """Words over a few letters, with counts that decide."""
    words = st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6), min_size=1, max_size=6)
    one = words.flatmap(lambda w: _corpus(w, st.integers(1, 9)))
    large = words.flatmap(lambda w: _corpus(w, st.integers(1, 10**9)))
    few = st.sampled_from([list("abc"), list("bcd"), list("cab"), list("dd")])
    repeated = st.lists(few, min_size=4, max_size=7).flatmap(lambda w: _corpus(w, st.integers(1, 5)))
    return _dealt(one, repeated, large, st.lists(one, min_size=2, max_size=4).map(_one_after_another))


def ties():
    """Several pairs with the same total, the first one in any place."""

    def tied(tokens):
        chosen = st.sampled_from(tokens)
        pairs = st.tuples(chosen, chosen).filter(lambda pair: pair[0] != pair[1])
        return st.builds(
            _tied,
            st.lists(pairs, min_size=2, max_size=6, unique=True),
            st.integers(1, 4),
            st.lists(chosen, max_size=3),
        )

    return _dealt(tied(["a", "b", "c", "d", "A", "Z"]), tied(["a", "aa", "ab", "aab", "d"]))


def runs():
    """Runs of equal tokens, alone and between others."""
    piece = st.tuples(st.sampled_from("ab"), st.integers(1, 5)).map(lambda p: [p[0]] * p[1])
    word = st.lists(piece, min_size=1, max_size=4).map(lambda pieces: list(chain(*pieces)))
    return st.lists(word, min_size=1, max_size=4).flatmap(lambda w: _corpus(w, st.integers(1, 4)))


def any_text():
    """Tokens of all kinds: longer ones, spaces, punctuation, other scripts."""
    word = st.lists(st.sampled_from(_ODD_TOKENS), min_size=1, max_size=6)
    odd = st.sampled_from(_ODD_TOKENS)
    return _dealt(
        st.builds(_alike, st.sampled_from(["a", "x", "ab"]), st.sampled_from(["bc", "cd", "aba"]), odd),
        st.lists(word, min_size=1, max_size=5).flatmap(lambda w: _corpus(w, st.integers(1, 5))),
        st.builds(_alike, odd, odd, st.sampled_from("abc")),
    )


def nothing_to_merge():
    """Words of one token or none."""
    word = st.lists(st.sampled_from(["a", "b", "abc", " ", "</w>"]), max_size=1)
    return st.lists(word, max_size=5).flatmap(lambda w: _corpus(w, st.integers(1, 9)))


def _dealt(*kinds):
    """Return a choice among kinds, each as likely as the others, the first the simplest."""
    return st.integers(0, 2**31 - 1).flatmap(lambda card: kinds[card % len(kinds)])


def _alike(first, second, other):
    """Make words of a frequent pair, and rare ones whose text looks like that pair's."""
    words = [[first, second], [other + first, second], [first, second + other], [other, first, second, other]]
    if len(second) > 1:
        words.append([first + second[0], second[1:]])
    return {"words": words, "counts": [7, 2, 2, 1, 3][: len(words)]}


def _corpus(words, count):
    counts = st.lists(count, min_size=len(words), max_size=len(words))
    return st.builds(dict, words=st.just(words), counts=counts)


def _tied(pairs, count, alone):
    """Make a word of each pair, all with one count, and words of one token between them."""
    words, counts = [], []
    for i, pair in enumerate(pairs):
        words.append(list(pair))
        counts.append(count)
        if i < len(alone):
            words.append([alone[i]])
            counts.append(count + 5)
    return {"words": words, "counts": counts}


def _one_after_another(calls):
    return Seq(calls=[*calls, calls[0]], why="one corpus after another, the first one once more")
