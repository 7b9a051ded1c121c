from hypothesis import strategies as st


def plain():
    side = st.floats(0.015625, 100.0)
    return st.fixed_dictionaries({"a": side, "b": side})


def long():
    side = st.floats(1e3, 1e6)
    return st.fixed_dictionaries({"a": side, "b": side})
