"""One file, one problem, one result: what `check` and `submit` share."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.cli.options import Isolation
from grader.cli.output import progress
from grader.cli.source import STANDARD_INPUT, read_source
from grader.cli.which import find_for

if TYPE_CHECKING:
    from grader.result import Result


class Conditions(NamedTuple):
    """Under which a file is graded."""

    seed: int = 0
    secret_seed: bool = False
    time_factor: float = 1.0
    isolation: Isolation = Isolation.KERNEL
    show_hidden: bool = False
    samples_only: bool = False


def grade(
    file: Path, *, named: str | None, problems: list[Path] | None, conditions: Conditions
) -> "tuple[Result, int]":
    """Return the result of grading `file`, and how many cases of the problem are not samples."""
    source = read_source(file)
    path = None if file == STANDARD_INPUT else file
    folder = find_for(source, path, named=named, extra=problems or ())

    from grader.judge import Judge  # noqa: PLC0415 - numpy and more: not before the file is known to be good
    from grader.problem.folder import load_problem  # noqa: PLC0415
    from grader.report import escape  # noqa: PLC0415

    problem = load_problem(folder)
    name = escape.line("standard input" if path is None else path.name, 60)
    with (
        progress(f"grading {name} as {problem.slug}"),
        Judge(
            problem,
            seed=conditions.seed,
            secret_seed=conditions.secret_seed,
            isolation=conditions.isolation.value,
            time_factor=conditions.time_factor,
        ) as judge,
    ):
        result = judge.grade(
            source,
            path=None if path is None else str(path),
            show_hidden=conditions.show_hidden,
            samples_only=conditions.samples_only,
        )
        hidden = sum(case.visibility != "sample" for case in judge.bank.cases)
    return result, hidden
