"""The path of the history."""

import os
from pathlib import Path

_VARIABLE = "GRADER_HISTORY"
_NONE = ("", "off")


def default_path() -> Path | None:
    """Return the file that the history is in: as ``GRADER_HISTORY`` says, or in the user's data directory.

    None if no history is wanted: the variable is empty or ``off``.
    """
    named = os.environ.get(_VARIABLE)
    if named is not None:
        return None if named in _NONE else Path(named)
    import platformdirs  # noqa: PLC0415 - only where nothing is named

    return Path(platformdirs.user_data_dir("numgrader", appauthor=False)) / "history.sqlite3"
