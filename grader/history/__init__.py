"""A learner's attempts: what was submitted, when, and with which result.

One SQLite file in the user's data directory, shared by the command line and the web server; only its owner
can read it. The judge does not rely on it: a file graded without the sandbox (``--isolation process``) could
have changed it.

The size is bounded: for each problem it keeps the newest `KEPT_ATTEMPTS` attempts and the best one, each
with its code, and the whole result of the newest `KEPT_RESULTS`.
"""

from typing import TYPE_CHECKING, Any

from grader.errors import HistoryError
from grader.history.place import default_path
from grader.history.store import KEPT_ATTEMPTS, KEPT_RESULTS, History

if TYPE_CHECKING:
    from grader.history.model import Attempt, Origin, Standing

__all__ = [
    "KEPT_ATTEMPTS",
    "KEPT_RESULTS",
    "Attempt",
    "History",
    "HistoryError",
    "Origin",
    "Standing",
    "default_path",
]


def __getattr__(name: str) -> Any:
    """Make the models when they are asked for: who only records needs none, and saves a millisecond."""
    if name not in ("Attempt", "Origin", "Standing"):
        raise AttributeError(f"module 'grader.history' has no attribute {name!r}")
    from grader.history import model  # noqa: PLC0415 - the point is to import late

    return getattr(model, name)
