"""How errors end a run: lines on standard error, and an exit code."""

import errno
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import typer

from grader.errors import GraderError, ProblemError

# What wrong arguments raise; typer offers no name of its own for it.
_TYPER_USAGE_ERROR: Any = typer.BadParameter.__base__
# What the machine may lack, in whichever place that is noticed first.
_SURROUNDINGS = {
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ENOENT: "was it, or the current folder, removed?",
    errno.ENOSPC: "free some space and try again",
    errno.EDQUOT: "free some space and try again",
    errno.EROFS: "choose a writable place",
    errno.EACCES: "choose a place that you may write to",
    errno.EMFILE: "raise the limit on open files (ulimit -n)",
}
_USAGE, _FAULT, INTERRUPTED = 2, 3, 130


@dataclass(slots=True)
class CliSettings:
    """What holds for the whole run; the context's `obj`."""

    debug: bool = False


def show_failures() -> None:
    """Print to standard error what failed beside a verdict, with its traceback."""
    import logging  # noqa: PLC0415

    logger = logging.getLogger("grader")
    logger.setLevel(logging.DEBUG)
    logger.handlers = [logging.StreamHandler()]


def report(error: BaseException, *, debug: bool) -> int:
    """Print `error` and return the exit code."""
    from grader.report import escape  # noqa: PLC0415 - not for the help

    if debug:
        import traceback  # noqa: PLC0415

        traceback.print_exception(error)
    code, lines = explain(error)
    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # nowhere to say it: the exit code does
            for line in lines:
                print(f"grader: {escape.line(line, 8000)}", file=sys.stderr, flush=True)
    return code


def explain(error: BaseException) -> tuple[int, list[str]]:
    """Return the exit code that `error` means, and the lines that say what is wrong."""
    if isinstance(error, KeyboardInterrupt | typer.Abort):
        return INTERRUPTED, ["interrupted"]
    if isinstance(error, ProblemError):
        return error.exit_code, list(error.faults)
    if isinstance(error, GraderError):
        return error.exit_code, [" ".join(str(error).split("\n"))]
    if isinstance(error, _TYPER_USAGE_ERROR):
        return _USAGE, [_usage(error)]
    if isinstance(error, OSError) and error.errno in _SURROUNDINGS:
        where = f"{error.filename}: " if isinstance(error.filename, str) else ""
        return _USAGE, [
            f"{where}{(error.strerror or 'cannot be used').lower()}; {_SURROUNDINGS[error.errno]}"
        ]
    what = f"{type(error).__name__}: {error}"
    return _FAULT, [f"a fault of grader itself: {what}; please report it with what --debug shows"]


def _usage(error: BaseException) -> str:
    message = " ".join(str(getattr(error, "format_message", error.__str__)()).split()).rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "grader"
    return f"{message}; see {path} --help"
