"""A coding-challenge judge for numeric Python.

``load_problem(path)`` reads a problem folder, ``Judge(problem).grade(source)`` grades one submission
and returns a `Result`, ``grade_folder(folder, out)`` grades a folder of them. Nothing is imported before
one of these names is asked for, so that ``grader --help`` costs no more than the command line itself.
"""

from grader.version import __version__

TYPE_CHECKING = False  # see `grader.search_path`: nothing is imported here that the current folder may have
if TYPE_CHECKING:
    from typing import Any

    from grader.batch.run import grade_folder
    from grader.judge import Judge
    from grader.problem.folder import Problem, load_problem
    from grader.result import Result

__all__ = ["Judge", "Problem", "Result", "__version__", "grade_folder", "load_problem"]

_HOME = {
    "Judge": "grader.judge",
    "Problem": "grader.problem.folder",
    "Result": "grader.result",
    "grade_folder": "grader.batch.run",
    "load_problem": "grader.problem.folder",
}


def __getattr__(name: str) -> "Any":
    if name not in _HOME:
        raise AttributeError(f"module 'grader' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - the point is to import late

    return getattr(import_module(_HOME[name]), name)
