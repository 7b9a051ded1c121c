"""Make a problem from a working function.

Writes a problem folder: statement, starter, reference, two samples, strategies that draw more cases, and a
first mistake. Runs the function outside the sandbox for that, so use only code that you trust. Then grades it
on its own problem.
"""

from pathlib import Path
from typing import Annotated

import typer

from grader.cli import options
from grader.cli.output import prints_aside, progress, write

_PLACE = Path("problems")

Slug = Annotated[
    str,
    typer.Argument(metavar="NAME", help="The new problem's name, such as my_problem.", show_default=False),
]
From = Annotated[
    Path,
    typer.Option(
        "--from", metavar="FILE", help="A working solution with annotated parameters.", show_default=False
    ),
]
Out = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="DIR", help="The folder of problems to write to."),
]
EntryPoint = Annotated[
    str | None,
    typer.Option("--entry-point", metavar="NAME", help="Which function of FILE, if it has several."),
]
Title = Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The problem's title.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]


def run(
    name: Slug,
    *,
    source: From,
    output: Out = _PLACE,
    entry_point: EntryPoint = None,
    title: Title = None,
    force: Force = False,
    isolation: options.IsolationOption = options.IsolationName.KERNEL,
    debug: options.Debug = False,
) -> None:
    """Write the problem `name`, and say what comes next."""
    del debug
    from grader.authoring.scaffold import scaffold  # noqa: PLC0415 - numpy and all: not for the help

    with prints_aside(), progress(f"making {name}"):
        made = scaffold(
            name,
            source,
            output,
            entry_point=entry_point,
            title=title,
            force=force,
            isolation=isolation.value,
        )
    cases = len(made.result.cases)
    lines = [
        f"Wrote {made.folder}, {len(made.written)} files; the function is accepted on {cases} cases.",
        f"Next: edit {made.folder / 'statement.md'}, then grader verify {name}",
    ]
    write("\n".join(lines) + "\n", None, force=False)
