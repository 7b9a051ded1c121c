"""Paths: resolve them, and show them relative to the working directory."""

import os
from pathlib import Path


def followed(path: Path) -> Path:
    """Return where `path` leads through all links; one that leads round in a circle, as far as it leads.

    `Path.resolve` raises a `RuntimeError` for a circle until Python 3.12.
    """
    return Path(os.path.realpath(path))


def near(path: Path) -> Path:
    """Return `path` relative to the working directory if it lies below it, else as it is."""
    try:
        return followed(path).relative_to(followed(Path.cwd()))
    except (OSError, ValueError):
        return path
