"""Values that several tests need."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Foreign:
    """A value that could not leave the submission's process."""

    name: str
