from hypothesis import strategies as st

_WORDS = st.lists(st.sampled_from(["ab", "b", "c", "Ü", "日本"]), min_size=1, max_size=12)


def plain():
    return st.fixed_dictionaries({"text": _WORDS.map(" ".join), "count": st.integers(1, 4)})
