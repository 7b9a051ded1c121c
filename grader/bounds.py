"""Bounds of one submission, wherever it comes from: a file, an archive, a pipe or a page."""

MAX_SOURCE_BYTES = 256 * 1024
"""The size of one submission: a solution is one short Python file."""

MAX_PER_LEARNER = 20
"""How many submissions of one learner are graded in a batch, if nothing else is asked for."""

WALL_FACTOR = 5.0
"""How many times its CPU limit a call, and all calls together, may wait."""
IMPORT_WALL_FACTOR = 1.5
"""The same for the import: an import that sleeps has no better use for the time."""


def wall_budget_s(import_s: float, cpu_s_total: float) -> float:
    """Return how many seconds one submission may take in all: imports, calls, new tries and explanation.

    Of these, those count in which its process waited or ran, not those in which others had the processor.
    """
    return IMPORT_WALL_FACTOR * import_s + WALL_FACTOR * cpu_s_total
