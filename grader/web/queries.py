"""Read problems and the learner's attempts from disk for the pages. Blocking: call in a thread."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.errors import GraderError
from grader.history import History
from grader.problem.find import list_problems
from grader.problem.folder import load_problem
from grader.web import pages

if TYPE_CHECKING:
    from grader.history import Standing

_MAX_ATTEMPTS = 200
_LARGEST_NUMBER = 2**63 - 1


def find(slug: str, extra: Sequence[Path]) -> Path | None:
    """Return the folder of a problem, None if unknown; the name is compared, never used as a path."""
    folder = list_problems(extra=extra).get(slug)
    return None if folder is None else folder.absolute()  # for processes that work elsewhere


def rows(extra: Sequence[Path], *, history: bool) -> list[pages.ProblemRow]:
    """Return what the list says of each problem."""
    known = _standings() if history else {}
    return [_row(slug, folder, known.get(slug)) for slug, folder in list_problems(extra=extra).items()]


def _row(slug: str, folder: Path, known: "Standing | None") -> pages.ProblemRow:
    try:
        spec = load_problem(folder).spec
    except GraderError as error:
        return pages.ProblemRow(slug=slug, fault=str(error).split("\n")[0])
    return pages.ProblemRow(
        slug=slug,
        title=spec.title,
        collection=spec.collection,
        difficulty=spec.difficulty,
        solved=known is not None and known.solved,
        best_score=None if known is None else known.best_score,
        attempts=0 if known is None else known.attempts,
    )


def _standings() -> "dict[str, Standing]":
    """Return the standings; empty if the history cannot be read, so that the list of problems still loads."""
    try:
        history = History.open_existing()
        if history is None:
            return {}
        with history:
            return history.standings()
    except GraderError:
        return {}


def standing(slug: str) -> dict[str, Any] | None:
    """Return the learner's standing at a problem, as plain data; None before the first attempt."""
    known = _standings().get(slug)
    return None if known is None else {**asdict(known), "last": known.last.isoformat()}


def attempts(slug: str) -> list[dict[str, Any]]:
    """Return the attempts at a problem, the newest first."""
    history = History.open_existing()
    if history is None:
        return []
    with history:
        return [
            {"id": a.id, "when": a.when.isoformat(), "verdict": a.verdict, "score": a.score}
            for a in history.attempts(slug, limit=_MAX_ATTEMPTS)
        ]


def attempt(number: str) -> dict[str, Any] | None:
    """Return one attempt with its code and its report; None if it does not exist."""
    if not (number.isascii() and number.isdigit() and len(number) < 20 and int(number) <= _LARGEST_NUMBER):
        return None
    history = History.open_existing()
    if history is None:
        return None
    with history:
        found = history.attempt(int(number))
        if found is None:
            return None
        source = history.source(found.id)
        result = history.result(found.id)
    return {
        "id": found.id,
        "slug": found.slug,
        "when": found.when.isoformat(),
        "verdict": found.verdict,
        "score": found.score,
        "source": source.decode("utf-8", "replace"),
        "html": None if result is None else pages.report(result, kind="submit"),
    }
