"""Grade a folder of submissions.

Finds the submissions (files, notebooks, archives), grades them on all cores and writes grades, feedback and
a report of the class into a folder. An interrupted run resumes when the command is run again.

Exits with 0 if every submission got a verdict, 2 for an error in the command or its files (with several
problems, the others are graded anyway), 3 if the judge failed on a submission or the sandbox is missing, 130
after an interrupt.
"""

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.bounds import MAX_PER_LEARNER
from grader.cli import options
from grader.cli.output import present
from grader.errors import UsageError
from grader.report.formats import BATCH_FORMATS, names
from grader.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.batch.plan import BatchOutcome


class ExecutorName(StrEnum):
    """Where submissions are graded."""

    LOCAL = "local"
    DASK = "dask"


_MOST_WARNINGS = 8
_WARNING_CHARACTERS = 300

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="The folder with the submissions.", show_default=False)
]
Out = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        metavar="OUT",
        help="The folder for the results; created if missing.",
        show_default=False,
    ),
]
ProblemName = Annotated[
    str | None,
    typer.Option(
        "--problem",
        "-p",
        metavar="PROBLEM",
        help="The problem: its name, or its folder. By default, the folders in DIR are named after problems.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", metavar="N", help="The number of worker processes; by default one per core."
    ),
]
Restart = Annotated[
    bool, typer.Option("--restart", help="Discard the results in OUT, and grade everything again.")
]
Roster = Annotated[
    Path | None,
    typer.Option("--roster", metavar="CSV", help="The list of learners, with columns key, id, name."),
]
Glob = Annotated[
    str | None,
    typer.Option(
        "--glob", metavar="PATTERN", help="Only files whose path in DIR matches, such as 'hw3/**/*.py'."
    ),
]
FileName = Annotated[str | None, typer.Option("--file-name", metavar="NAME", help="Only files called NAME.")]
Compare = Annotated[
    Path | None,
    typer.Option(
        "--compare",
        metavar="OLD",
        help="Results of an earlier batch: list the verdicts and scores that changed.",
    ),
]
Formats = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAMES",
        help=f"Also write these formats, separated by commas: {', '.join(names(BATCH_FORMATS))}.",
    ),
]
MaxPerLearner = Annotated[
    int,
    typer.Option(
        "--max-per-learner",
        metavar="N",
        help="Grade at most N submissions per learner; 0 means no limit.",
        show_default=True,
    ),
]
ExecutorOption = Annotated[
    ExecutorName, typer.Option("--executor", help="Grade on this machine, or on a dask cluster.")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="The cluster's scheduler, tcp://HOST:PORT."),
]
BatchSeed = Annotated[
    str | None,
    typer.Option(
        "--seed",
        metavar="N|random",
        help="Which generated cases are drawn; by default the seed of the results in OUT, or 0.",
    ),
]


def run(
    folder: Folder,
    *,
    output: Out,
    problem: ProblemName = None,
    problems: options.Problems = None,
    jobs: Jobs = None,
    restart: Restart = False,
    file_name: FileName = None,
    glob: Glob = None,
    roster: Roster = None,
    compare: Compare = None,
    form: Formats = "",
    max_per_learner: MaxPerLearner = MAX_PER_LEARNER,
    seed: BatchSeed = None,
    time_factor: options.TimeFactor = 1.0,
    isolation: options.IsolationOption = options.IsolationName.KERNEL,
    executor: ExecutorOption = ExecutorName.LOCAL,
    scheduler: Scheduler = None,
    no_color: options.NoColor = False,
    debug: options.Debug = False,
) -> None:
    """Grade everything in `folder`, and exit with whether all of it got a verdict."""
    del debug
    number, secret = (None, False) if seed is None else options.parse_seed(seed)
    if scheduler is not None and executor is not ExecutorName.DASK:
        raise UsageError("--scheduler: needs --executor dask")
    options.check_time_factor(time_factor)

    from grader.batch.plan import Ungraded  # noqa: PLC0415
    from grader.batch.run import grade_folder  # noqa: PLC0415 - pydantic and more: not for the help
    from grader.cli.live import Live  # noqa: PLC0415
    from grader.cli.which import find_folder  # noqa: PLC0415

    _tell_shadows(problem, folder, problems or ())
    ungraded: Ungraded | None = None
    try:
        batches = grade_folder(
            folder,
            output,
            problem=find_folder(problem, extra=()) if problem and os.sep in problem else problem,
            problems=problems or (),
            seed=number,
            secret_seed=secret,
            isolation=isolation.value,
            time_factor=time_factor,
            workers=jobs,
            executor=executor.value,
            scheduler=scheduler,
            restart=restart,
            roster=roster,
            pattern=glob,
            file_name=file_name,
            compare=compare,
            formats=tuple(name.strip() for name in form.split(",") if name.strip()),
            max_per_learner=max_per_learner,
            watch=Live(no_color=no_color),
        )
    except Ungraded as error:
        batches, ungraded = error.batches, error
    except KeyboardInterrupt:
        typer.echo(
            f"grader: finished results are in {output}; run the same command again to resume", err=True
        )
        raise
    if batches:
        _report(batches, no_color=no_color)
    for batch in batches:
        _warn(batch)
    if ungraded is not None:
        raise ungraded
    if any(batch.summary.verdicts[Verdict.JE] for batch in batches):
        raise typer.Exit(3)


def _warn(batch: "BatchOutcome") -> None:
    """Say on stderr which rows a person has to look at before they are grades."""
    from grader.report.escape import line  # noqa: PLC0415 - not for the help

    said = [
        f"{len(keys):,} submissions of one learner, {name}: {', '.join(keys)}" for name, keys in batch.several
    ]
    said += [f"hard links of several learners to one file: {', '.join(keys)}" for keys in batch.shared]
    if len(said) > _MOST_WARNINGS:
        more = len(said) - _MOST_WARNINGS
        said[_MOST_WARNINGS:] = [f"{more:,} more like these; see duplicates and same_file in summary.json"]
    for text in said:
        typer.echo(f"grader: warning: {batch.slug}: {line(text, _WARNING_CHARACTERS)}", err=True)


def _report(batches: "Sequence[BatchOutcome]", *, no_color: bool) -> None:
    from grader.batch.summary import ranked  # noqa: PLC0415 - not for the help
    from grader.report.blocks import joined  # noqa: PLC0415
    from grader.report.classroom import ClassFigures, class_report  # noqa: PLC0415

    parts = [
        class_report(
            ClassFigures(
                title=batch.title,
                slug=batch.slug,
                out=str(batch.out),
                verdicts=dict(batch.summary.verdicts),
                mean=batch.summary.mean(),
                median=batch.summary.median(),
                mistakes=tuple(ranked(batch.summary.mistakes.items())),
                hardest=tuple(batch.summary.hardest()),
                graded=batch.graded,
                left=tuple((item.path, item.reason) for item in batch.left),
                missing=batch.missing,
                changes=batch.changes,
            )
        )
        for batch in batches
    ]
    present(joined(parts), None, force=False, no_color=no_color)


def _tell_shadows(problem: str | None, folder: Path, problems: "Sequence[Path]") -> None:
    """Name the problems in ``./problems`` that hide bundled ones, of those that are graded."""
    from grader.cli.which import tell_shadows  # noqa: PLC0415 - not for the help

    if problem is not None and os.sep not in problem:
        tell_shadows([problem], extra=problems)
    elif problem is None and folder.is_dir():
        tell_shadows([path.name for path in folder.iterdir() if path.is_dir()], extra=problems)
