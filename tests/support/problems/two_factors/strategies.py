from hypothesis import strategies as st


def plain():
    return st.builds(lambda a, b: {"n": a * b}, st.integers(2, 50), st.integers(2, 50))
