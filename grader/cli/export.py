"""Copy a problem without its solution and hidden cases.

The copy has the page, the starter, the hints, the limits and the samples with their results, for `show`,
`start` and `check` on a learner's machine.
"""

from pathlib import Path
from typing import Annotated

import typer

from grader.cli import options
from grader.cli.output import prints_aside, progress, write
from grader.cli.which import find_folder
from grader.errors import UsageError

Public = Annotated[
    bool,
    typer.Option("--public", help="Required: leave out the solution and the hidden cases."),
]
Out = Annotated[
    Path,
    typer.Option(
        "--output", "-o", metavar="DIR", help="The copy's folder; created if missing.", show_default=False
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace an earlier copy in DIR.")]


def run(
    problem: options.ProblemArgument,
    *,
    output: Out,
    public: Public = False,
    problems: options.Problems = None,
    force: Force = False,
    debug: options.Debug = False,
) -> None:
    """Write a copy of `problem` into `output`."""
    del debug
    if not public:
        raise UsageError("export: needs --public; make a complete copy with cp -r")
    folder = find_folder(problem, extra=problems or ())

    from grader.authoring.export import export_public  # noqa: PLC0415 - numpy and all: not for the help

    with prints_aside(), progress(f"exporting {folder.name}"):
        copy = export_public(folder, output, force=force)
    write(f"Wrote {copy}: the page, the starter and the samples.\n", None, force=False)
