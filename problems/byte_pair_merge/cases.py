"""Fixed cases that TOML can't hold: a large corpus, made of a seed, and sequences of calls."""

import numpy as np

from grader.authoring_api import Case, Seq


def cases():
    stream = np.random.RandomState(1)
    letters = [chr(code) for code in range(0x100, 0x180)]
    # A few frequent letters and many rare ones, as texts have them: some thousands of different pairs.
    share = 1.0 / np.arange(3, 3 + len(letters))
    words = [
        [letters[i] for i in stream.choice(len(letters), size=size, p=share / share.sum())]
        for size in stream.randint(1, 18, 2000)
    ]
    yield Case(
        "large",
        group="counting",
        args={"words": words, "counts": [int(c) for c in stream.randint(1, 100, len(words))]},
        why="2,000 words and thousands of different pairs: counting each pair by itself takes too long",
    )
    many = [chr(0x4E00 + i) for i in range(1000)]
    yield Case(
        "longest_word",
        group="counting",
        args={"words": [many, ["b", "a"]], "counts": [1, 2]},
        why="a word of 1,000 different tokens: no recursion for each token",
    )
    yield Case(
        "run_in_a_long_word",
        group="runs",
        args={"words": [[*many[:500], "a", "a", "a", *many[503:]]], "counts": [1]},
        why="a run of three in the middle of a word of 1,000 tokens",
    )
    first = {"words": [["a", "b"], ["c", "d"]], "counts": [3, 2]}
    second = {"words": [["c", "d"], ["a", "x"]], "counts": [2, 1]}
    yield Seq(
        "one_corpus_after_another",
        group="counting",
        calls=[first, second, first],
        why="totals begin at zero in each call: with those of the first call (a, b) would win the second",
    )
    yield Seq(
        "same_words_other_counts",
        group="counting",
        calls=[first, {**first, "counts": [2, 3]}],
        why="the same words with other counts: an answer that is kept is stale",
    )
    yield Seq(
        "nothing_after_something",
        group="nothing_to_merge",
        calls=[first, {"words": [["a"], ["b"]], "counts": [1, 1]}],
        why="no pair in the second call, whatever the first one had",
    )
