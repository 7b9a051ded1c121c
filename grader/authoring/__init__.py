"""Making problems: a folder from a working function, more cases, and how good the cases are."""
