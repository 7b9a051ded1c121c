def two_factors(n: int) -> tuple[int, int]:
    """Return two factors of n."""
