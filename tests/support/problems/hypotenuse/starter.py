def hypotenuse(a: float, b: float) -> float:
    """Return the length of the longest side."""
