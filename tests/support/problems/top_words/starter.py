def top_words(text: str, count: int = 2, stop: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    """Return the `count` most frequent words that are not in `stop`."""
