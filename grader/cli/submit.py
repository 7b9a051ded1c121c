"""Grade a solution on all cases.

Shows the verdict, the score and the first failure, with an explanation.

Exits with 0 if the solution is accepted (or reaches --fail-under), 1 if not, 2 for an error in the command or
its files, 3 if the judge failed or the sandbox is missing.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from grader.cli import options
from grader.cli.grading import GradingOptions, grade
from grader.cli.output import check_output, present, warn, write
from grader.report.formats import FORMATS, find, names
from grader.verdicts import is_judge_fault, is_right

if TYPE_CHECKING:
    from grader.result import Result

NoHistory = Annotated[
    bool, typer.Option("--no-history", help="Do not record this attempt in the history.", show_default=False)
]


def run(
    file: options.File,
    *,
    problem: options.ProblemOption = None,
    problems: options.Problems = None,
    form: options.SubmitFormat = "text",
    output: options.Output = None,
    force: options.Force = False,
    seed: options.Seed = "0",
    time_factor: options.TimeFactor = 1.0,
    isolation: options.IsolationOption = options.IsolationName.KERNEL,
    show_hidden: options.ShowHidden = False,
    fail_under: options.FailUnder = None,
    no_history: NoHistory = False,
    no_color: options.NoColor = False,
    debug: options.Debug = False,
) -> None:
    """Grade `file` and exit with what that means."""
    del debug
    options.check_format(form, ("text", *names(FORMATS)))
    options.check_score(fail_under)
    number, secret = options.parse_seed(seed)
    conditions = GradingOptions(
        seed=number,
        secret_seed=secret,
        time_factor=options.check_time_factor(time_factor),
        isolation=isolation,
        show_hidden=show_hidden,
    )
    check_output(output, force=force, sources=(file,))
    result, source, _ = grade(file, named=problem, problems=problems, conditions=conditions)
    if (chosen := find(form)) is not None:
        write(chosen.text(result), output, force=force)
    else:
        from grader.report.content import submit_report  # noqa: PLC0415

        present(submit_report(result), output, force=force, no_color=no_color)
    if not no_history:  # after the report: nobody waits for it
        _record(result, source)
    raise typer.Exit(exit_code(result.verdict, result.score, fail_under))


def _record(result: "Result", source: bytes) -> None:
    """Record the attempt; if that fails, warn and keep the result."""
    try:
        from grader.history import History, default_path  # noqa: PLC0415 - SQLite: not for the help

        if default_path() is not None:
            with History.open() as history:
                history.record(result, source)
    except Exception as error:  # noqa: BLE001 - recording must not change the verdict
        warn(f"this attempt was not recorded: {error}")


def exit_code(verdict: str, score: float | None, fail_under: float | None) -> int:
    """Return 3 on a judge error, 0 for a solution that is good enough, else 1."""
    if is_judge_fault(verdict):
        return 3
    if fail_under is not None and score is not None:
        return 0 if score >= fail_under else 1
    return 0 if is_right(verdict) else 1
