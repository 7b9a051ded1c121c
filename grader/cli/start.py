"""Begin a solution with the starter code."""

from pathlib import Path

from grader.cli import options
from grader.cli.output import STANDARD_OUTPUT, check_output, progress, write
from grader.cli.which import find_folder

DEFAULT_FILE = Path("solution.py")


def run(
    problem: options.ProblemArgument,
    *,
    problems: options.Problems = None,
    output: options.StarterOutput = DEFAULT_FILE,
    force: options.Force = False,
    debug: options.Debug = False,
) -> None:
    """Write the starter code of `problem`, its first line saying which problem it is for."""
    del debug
    folder = find_folder(problem, extra=problems or ())
    check_output(output, force=force)

    from grader.problem.folder import load_problem  # noqa: PLC0415 - pydantic takes its time to load

    with progress(f"reading {folder.name}"):
        asked = load_problem(folder)
    write(f"# grader: {asked.slug}\n{asked.starter}", output, force=force)
    if output != STANDARD_OUTPUT:
        shown = str(output)
        write(f"Wrote {shown}. Next: grader check {shown}\n", None, force=False)
