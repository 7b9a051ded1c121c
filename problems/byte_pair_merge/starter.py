def byte_pair_merge(
    words: list[list[str]], counts: list[int]
) -> tuple[tuple[str, str] | None, list[list[str]]]:
    """Return the most frequent pair of neighbouring tokens, and all words with that pair merged."""
    pass
