"""The commands; one module each, imported when it is asked for."""

from grader.cli.app import main

__all__ = ["main"]
