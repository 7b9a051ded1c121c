"""Grade one file for one problem: the code that `check` and `submit` share."""

import gc
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.cli.options import IsolationName
from grader.cli.output import prints_aside, progress
from grader.cli.source import STANDARD_INPUT, read_source
from grader.cli.which import find_for
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.judge import Judge
    from grader.result import Result
    from grader.runner.launch import SpawnerInterpreter


class GradingOptions(NamedTuple):
    """Under which a file is graded."""

    seed: int = 0
    secret_seed: bool = False
    time_factor: float = 1.0
    isolation: IsolationName = IsolationName.KERNEL
    show_hidden: bool = False
    samples_only: bool = False


class GradedFile(NamedTuple):
    """What came of one file: the result, the code, and how many cases of the problem are not samples."""

    result: "Result"
    source: bytes
    hidden_cases: int


def grade(
    file: Path, *, named: str | None, problems: list[Path] | None, conditions: GradingOptions
) -> GradedFile:
    """Grade `file` once."""
    source = read_source(file)
    path = None if file == STANDARD_INPUT else file
    folder = find_for(source, path, named=named, extra=problems or ())
    with ExitStack() as stack:
        judge = open_judge(stack, folder, path, conditions)
        return grade_source(judge, source, path, conditions)


def open_judge(stack: ExitStack, folder: Path, path: Path | None, conditions: GradingOptions) -> "Judge":
    """Open the judge of the problem in `folder`, for the submission at `path`; `stack` closes it."""
    started = _started(folder)
    if started is not None:
        stack.enter_context(started)
    # One core is enough for what the judge computes, and threads take 20 ms to start.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Loading creates no garbage: turning the collector off saves 15 ms.
    gc.disable()
    try:
        from grader.judge import Judge  # noqa: PLC0415 - numpy and more: not before the file is known to be good
        from grader.problem.folder import load_problem  # noqa: PLC0415
    finally:
        gc.enable()
    with prints_aside():
        problem = load_problem(folder)
        with progress(_doing(path, problem.slug)):
            return stack.enter_context(
                Judge(
                    problem,
                    seed=conditions.seed,
                    secret_seed=conditions.secret_seed,
                    isolation=conditions.isolation.value,
                    time_factor=conditions.time_factor,
                    started=started,
                )
            )


def grade_source(judge: "Judge", source: bytes, path: Path | None, conditions: GradingOptions) -> GradedFile:
    """Grade the code that was read from `path`."""
    with prints_aside(), progress(_doing(path, judge.problem.slug)):
        result = judge.grade(
            source,
            path=None if path is None else str(path),
            show_hidden=conditions.show_hidden,
            samples_only=conditions.samples_only,
        )
    hidden = sum(case.visibility != "sample" for case in judge.bank.cases)
    return GradedFile(result, source, hidden)


def _doing(path: Path | None, slug: str) -> str:
    from grader.report import escape  # noqa: PLC0415 - not for the help

    return f"grading {escape.line('standard input' if path is None else path.name, 60)} as {slug}"


def _started(folder: Path) -> "SpawnerInterpreter | None":
    """Start the interpreter of the sandbox, which loads numpy beside us; None if it has to wait.

    A fifth of the time of a warm `submit`, where there is a second core.
    """
    if sys.platform != "linux":
        return None
    import tomllib  # noqa: PLC0415 - not for the help

    try:
        asked = tomllib.loads((folder / "problem.toml").read_text("utf-8")).get("allowed_imports", ["numpy"])
    except (OSError, ValueError, RecursionError):  # told when the problem is read in earnest
        return None
    if not isinstance(asked, list) or not all(isinstance(name, str) for name in asked):
        return None

    from grader.runner.launch import SpawnerInterpreter  # noqa: PLC0415 - not for a file that is refused
    from grader.runner.packages import find_packages  # noqa: PLC0415

    try:
        return SpawnerInterpreter(find_packages(asked))
    except UsageError:
        return None
