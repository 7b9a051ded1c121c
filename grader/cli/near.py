"""Paths as a person in the working directory would write them."""

from pathlib import Path


def near(path: Path) -> Path:
    """Return `path` relative to the working directory if it lies below it, else as it is."""
    try:
        return path.resolve().relative_to(Path.cwd().resolve())
    except (OSError, ValueError):
        return path
