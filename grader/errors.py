"""All errors that `grader` raises on purpose.

A message has the place, the fault and the fix, on one line:
``problems/layer_norm/problem.toml: groups.basic.points: must be ≥ 0, got -5``.
"""

from collections.abc import Iterable


class GraderError(Exception):
    """Base class of all errors; `exit_code` is the exit code of a command."""

    exit_code = 2


class UsageError(GraderError):
    """The command or its files can't be used as given."""


class WriteError(UsageError):
    """A file cannot be written: the disk is full, or the user lacks permission."""


class ProblemError(GraderError):
    """A problem folder breaks its rules; `faults` holds one line for each."""

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("\n".join(self.faults))


class HistoryError(GraderError):
    """The file with a learner's attempts cannot be used."""


class JudgeFault(GraderError):
    """The judge itself failed, not the submission; verdict JE."""

    exit_code = 3


class ProblemCodeFault(JudgeFault):
    """Code of the problem failed while a submission was judged, by its author's fault; verdict JE."""


WAY_OUT = (
    "`grader doctor` tries each protection; `--isolation process` does without them, for files that you trust"
)


class IsolationError(JudgeFault):
    """A protection that the sandbox needs is missing on this machine; the text ends with the remedy."""

    def __init__(self, *what: object) -> None:
        text = "".join(map(str, what))
        super().__init__(text if text.endswith(WAY_OUT) else f"{text}; {WAY_OUT}")


def reason(error: BaseException) -> str:
    """Return why an operation on a file failed, as it ends a line: ``no space left on device``."""
    return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()


def cannot_read(path: object, error: BaseException) -> UsageError:
    """Return the error for a file that can't be read."""
    return UsageError(f"{path}: can't be read: {reason(error)}")


def cannot_write(path: object, error: BaseException, advice: str = "") -> WriteError:
    """Return the error for a file that can't be written; `advice` says how to go on."""
    return WriteError(f"{path}: can't be written: {reason(error)}{advice and f'; {advice}'}")
