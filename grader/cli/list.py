"""List the problems, and which of them you have solved."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.cli import options
from grader.cli.output import present, warn, write
from grader.cli.which import tell_shadows
from grader.errors import GraderError, HistoryError
from grader.problem.find import list_problems

if TYPE_CHECKING:
    from grader.history import Standing


def run(
    *,
    problems: options.Problems = None,
    form: options.Format = "text",
    no_color: options.NoColor = False,
    debug: options.Debug = False,
) -> None:
    """Print every problem with its title, difficulty, collection and progress."""
    del debug
    options.check_format(form, ("text", "json"))
    found = list_problems(extra=problems or ())
    tell_shadows(None, extra=problems or ())
    standings = _standings()
    rows = [_row(slug, folder) | _mine(standings.get(slug)) for slug, folder in found.items()]
    if form == "json":
        from grader.report import json  # noqa: PLC0415 - only what the report needs

        write(json.dumps(rows), None, force=False)
        return

    from grader.report.catalogue import catalogue  # noqa: PLC0415

    present(catalogue(rows), None, force=False, no_color=no_color)


def _standings() -> "dict[str, Standing]":
    """Return the learner's standing at each problem; warn if the history cannot be read."""
    from grader.history import History  # noqa: PLC0415 - SQLite: not for the help

    try:
        with History.open_existing() or History.empty() as history:
            return history.standings()
    except HistoryError as error:
        warn(str(error))
        return {}


def _mine(standing: "Standing | None") -> dict[str, Any]:
    if standing is None:
        return {"solved": False, "best_score": None, "attempts": 0}
    return {
        "solved": standing.solved,
        "best_score": standing.best_score,
        "attempts": standing.attempts,
    }


def _row(slug: str, folder: Path) -> dict[str, Any]:
    """Return what the list says of a problem; one that breaks its rules is listed with its first fault."""
    from grader.problem.folder import load_problem  # noqa: PLC0415 - pydantic takes its time to load

    row: dict[str, Any] = {"slug": slug, "folder": str(folder)}
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
