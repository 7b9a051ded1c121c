"""Run a solution on the samples, and show all details.

Exits with 0 if all samples are right, 1 if not, 2 for an error in the command or its files, 3 if the judge
failed or the sandbox is missing.
"""

from typing import Annotated

import typer

from grader.cli import options
from grader.cli.grading import GradingOptions, grade
from grader.cli.output import check_output, present, write
from grader.cli.submit import exit_code
from grader.errors import UsageError

Watch = Annotated[
    bool,
    typer.Option(
        "--watch", help="Grade again at each save, and say what changed; Ctrl+C stops.", show_default=False
    ),
]


def run(
    file: options.File,
    *,
    problem: options.ProblemOption = None,
    problems: options.Problems = None,
    form: options.Format = "text",
    output: options.Output = None,
    force: options.Force = False,
    time_factor: options.TimeFactor = 1.0,
    isolation: options.IsolationOption = options.IsolationName.KERNEL,
    watch: Watch = False,
    no_color: options.NoColor = False,
    debug: options.Debug = False,
) -> None:
    """Grade `file` on the samples and exit with what that means."""
    del debug
    options.check_format(form, ("text", "json"))
    conditions = GradingOptions(
        time_factor=options.check_time_factor(time_factor), isolation=isolation, samples_only=True
    )
    if watch:
        if form != "text" or output is not None:
            raise UsageError("--watch: prints text reports only; leave out --format and --output")
        from grader.cli import watch as watching  # noqa: PLC0415 - for this option only

        watching.watch(file, named=problem, problems=problems, conditions=conditions, no_color=no_color)
    check_output(output, force=force, sources=(file,))
    result, _, hidden = grade(file, named=problem, problems=problems, conditions=conditions)
    if form == "json":
        from grader.report import json  # noqa: PLC0415 - only what the report needs

        write(json.render(result), output, force=force)
    else:
        from grader.report.content import check_report  # noqa: PLC0415

        present(check_report(result, hidden_cases=hidden), output, force=force, no_color=no_color)
    raise typer.Exit(exit_code(result.verdict, result.score, None))
