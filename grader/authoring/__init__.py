"""Author problems: make a folder from a working function, add cases, verify the cases."""
