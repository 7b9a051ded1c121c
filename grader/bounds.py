"""What holds wherever a submission comes from: from a file, an archive, a pipe or a page."""

MAX_SOURCE_BYTES = 256 * 1024
"""The size of one submission: a solution is one short Python file."""
