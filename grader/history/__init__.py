"""A learner's attempts: what was submitted when, and what became of it.

One SQLite file in the user's data directory, which the command line and the web server share; only its
owner can read it. Nothing in it is believed by the judge: it is a diary, and a file graded without the
sandbox (``--isolation process``) could have written into it.

What is kept is bounded: of each problem the newest `KEPT_ATTEMPTS` attempts and the best one, each with its
code, and the whole result of the newest `KEPT_RESULTS`.
"""

from grader.errors import HistoryError
from grader.history.model import Attempt, Origin, Standing
from grader.history.place import default_path
from grader.history.store import KEPT_ATTEMPTS, KEPT_RESULTS, History

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
