"""List the problems."""

from pathlib import Path

from grader.cli import options
from grader.cli.output import present, write
from grader.errors import GraderError
from grader.problem.find import list_problems


def run(
    *,
    problems: options.Problems = None,
    form: options.Format = "text",
    no_color: options.NoColor = False,
    debug: options.Debug = False,
) -> None:
    """Print every problem with its title, difficulty and collection."""
    del debug
    options.check_format(form, ("text", "json"))
    rows = [_row(slug, folder) for slug, folder in list_problems(extra=problems or ()).items()]
    if form == "json":
        from grader.report import json  # noqa: PLC0415 - only what the report needs

        write(json.dumps(rows), None, force=False)
        return

    from grader.report.page import catalogue  # noqa: PLC0415

    present(catalogue(rows), None, force=False, no_color=no_color)


def _row(slug: str, folder: Path) -> dict[str, str | None]:
    """Return what the list says of a problem; one that breaks its rules is listed with its first fault."""
    from grader.problem.folder import load_problem  # noqa: PLC0415 - pydantic takes its time to load

    row: dict[str, str | None] = {"slug": slug, "folder": str(folder)}
    try:
        spec = load_problem(folder).spec
    except GraderError as error:
        return row | {
            "title": None,
            "difficulty": None,
            "collection": None,
            "fault": str(error).split("\n")[0],
        }
    return row | {
        "title": spec.title,
        "difficulty": spec.difficulty,
        "collection": spec.collection,
        "fault": None,
    }
