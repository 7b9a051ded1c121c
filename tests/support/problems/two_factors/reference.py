def two_factors(n: int) -> tuple[int, int]:
    first = next(k for k in range(2, n) if n % k == 0)
    return first, n // first
