"""Check a problem against the rules: its parts agree, and its cases catch wrong solutions.

Runs the reference, the submissions beside the problem, the mistakes, and mutants of the reference. Without
PROBLEM, verifies all problems.

Exits with 0 if all rules are kept, 1 if one is broken, 2 for an error in the command or its files, 3 if the
judge failed or the sandbox is missing.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli import options
from grader.cli.output import check_output, present, prints_aside, progress, write
from grader.cli.paths import near
from grader.cli.which import find_folder, tell_shadows
from grader.errors import UsageError
from grader.problem.find import list_problems

if TYPE_CHECKING:
    from grader.authoring.verify import Verification, VerifyOptions

_DRAWS = 400
_MOST_DRAWS = 100_000

Problem = Annotated[
    str | None,
    typer.Argument(
        metavar="PROBLEM",
        help="The problem's name, or its folder; by default all problems.",
        show_default=False,
    ),
]
Draws = Annotated[
    int,
    typer.Option(
        "--draws", metavar="N", help="Draw N inputs to distinguish surviving mutants from the reference."
    ),
]
Quick = Annotated[
    bool,
    typer.Option(
        "--quick", help="Draw none, and give submissions that must exceed the time limit a tenth of it."
    ),
]
AddCases = Annotated[
    bool,
    typer.Option("--add-cases", help="Add inputs that kill surviving mutants to the problem, as cases."),
]
Submissions = Annotated[
    Path | None,
    typer.Option(
        "--submissions",
        metavar="DIR",
        help="Where submissions are, in DIR/<problem>/<verdict>/; by default beside the folder of problems.",
    ),
]


def run(
    problem: Problem = None,
    *,
    problems: options.Problems = None,
    draws: Draws = _DRAWS,
    quick: Quick = False,
    add_cases: AddCases = False,
    submissions: Submissions = None,
    form: options.Format = "text",
    output: options.Output = None,
    force: options.Force = False,
    isolation: options.IsolationOption = options.IsolationName.KERNEL,
    no_color: options.NoColor = False,
    debug: options.Debug = False,
) -> None:
    """Verify `problem`, or all of them, and exit with whether every rule is kept."""
    del debug
    options.check_format(form, ("text", "json"))
    if not 0 <= draws <= _MOST_DRAWS:
        raise UsageError(f"--draws: must be a number from 0 to {_MOST_DRAWS:,}, got {draws}")
    if add_cases and (quick or not draws):
        raise UsageError("--add-cases: needs drawn inputs; leave out --quick and --draws 0")
    check_output(output, force=force)
    if problem is not None:
        folders = [near(find_folder(problem, extra=problems or ()))]
    else:
        folders = [near(folder) for folder in list_problems(extra=problems or ()).values()]
        tell_shadows(None, extra=problems or ())
    if not folders:
        raise UsageError("no problems found; name one, or give their folder with --problems DIR")

    from grader.authoring.verify import VerifyOptions  # noqa: PLC0415 - numpy and all: not for the help

    conditions = VerifyOptions(
        draws=0 if quick else draws, hurry=quick, isolation=isolation.value, submissions=submissions
    )
    done = [_verified(folder, conditions, add_cases=add_cases) for folder in folders]
    if form == "json":
        from grader.authoring.verify.words import data  # noqa: PLC0415
        from grader.report import json  # noqa: PLC0415

        write(json.dumps(data(done)), output, force=force)
    else:
        from grader.authoring.verify.words import report  # noqa: PLC0415

        present(report(done), output, force=force, no_color=no_color)
    raise typer.Exit(0 if all(one.ok for one in done) else 1)


def _verified(folder: Path, conditions: "VerifyOptions", *, add_cases: bool) -> "Verification":
    from grader.authoring.verify import verify  # noqa: PLC0415

    with prints_aside(), progress(f"verifying {folder.name}"):
        if add_cases:
            from grader.authoring.grow import verify_and_add  # noqa: PLC0415

            return verify_and_add(folder, conditions)
        return verify(folder, conditions)
