"""A result in words: for the terminal, for other programs."""
