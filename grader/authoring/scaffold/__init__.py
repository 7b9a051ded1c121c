"""Make a problem folder from a working function, filled in from its signature and docstring."""

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.authoring.scaffold.files import Draft, files_of
from grader.authoring.scaffold.probe import find_plan
from grader.authoring.scaffold.solution import Solution, read_solution
from grader.authoring.submitted import submissions_folder
from grader.bank.build import quiet
from grader.comparator.derived import derive
from grader.comparator.expected import has_tolerance
from grader.comparator.values import copied, leaves, plain
from grader.errors import ProblemError, UsageError, cannot_write
from grader.judge import Judge
from grader.judge.session import Isolation
from grader.problem.bound import bounded
from grader.problem.code import Loader
from grader.problem.files import Files, slug_fault
from grader.problem.folder import load_problem
from grader.result import Result, Verdict
from grader.writing import locked, write_file

_LONGEST_S = 60.0
"""For a first call and its tolerance, by the clock."""


@dataclass(frozen=True, slots=True)
class Scaffolded:
    """A new problem: its folder, what was written, and the verdict on the function it was made from."""

    folder: Path
    written: tuple[Path, ...]
    result: Result


def scaffold(
    slug: str,
    source: Path,
    place: Path,
    *,
    entry_point: str | None = None,
    title: str | None = None,
    force: bool = False,
    isolation: Isolation = "kernel",
) -> Scaffolded:
    """Make a problem from a working function, check it, and write it into ``place / slug``.

    Parameters
    ----------
    slug
        The problem's name.
    source
        The file with the function; it is run, so it must be the author's own.
    place
        The folder of problems, made if need be.
    entry_point
        The function, if the file has several.
    title
        As people read it; made of the slug without it.
    force
        Overwrite files that are there.
    isolation
        As for the judge.

    Raises
    ------
    UsageError
        The file is not as it should be, or a file that would be written is there already.
    ProblemError
        The new problem has faults.
    """
    folder = place / slug
    if faults := slug_fault(folder, slug):
        raise UsageError(faults[0])
    solution = read_solution(source, entry_point)
    accepted = submissions_folder(folder) / "accepted" / source.name
    draft = _draft(slug, title or slug.replace("_", " ").replace("-", " ").capitalize(), solution, source)
    made = {folder / name: text for name, text in files_of(draft).items()}
    made[accepted] = f"# grader: {slug}\n{solution.source}"
    check_new(made, force=force)
    with tempfile.TemporaryDirectory(prefix="grader-new-") as temporary:
        copy = Path(temporary) / slug
        for path, text in made.items():
            if path != accepted:
                write_file(copy / path.relative_to(folder), text, parents=True)
        result = _graded(copy, solution, isolation)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_write(place, error) from None
    with locked(place):
        check_new(made, force=force)
        for path, text in made.items():
            write_file(path, text, parents=True)
    return Scaffolded(folder, tuple(made), result)


def check_new(paths: "dict[Path, str]", *, force: bool) -> None:
    """Refuse to overwrite a file, unless that is what is wanted."""
    there = [path for path in paths if os.path.lexists(path)]
    if there and not force:
        raise UsageError(f"{there[0]}: exists already; --force overwrites it, -o DIR names another folder")


def _draft(slug: str, title: str, solution: Solution, source: Path) -> Draft:
    data = solution.source.encode()
    loader = Loader(source.parent, Files({source.name: data}, hashlib.sha256(data).hexdigest()))
    function = loader.function(source.name, solution.signature.name, "the entry point")
    plan = find_plan(function, solution.signature)
    args = list(plan.draw(1, {"m": 2, "n": 3, "k": 4}).values())
    with quiet(), bounded(_LONGEST_S):
        result = function(*[copied(arg) for arg in args])
        kind = _kind(function, args, result)
    return Draft(slug, title, solution, plan, kind, plain(result))


def _kind(function: Any, args: list[Any], result: Any) -> str:
    """Return how results can be compared: exactly, or with a tolerance that is derived where it can be."""
    if not any(has_tolerance(plain(leaf)) for _, leaf in leaves(result)):
        return "exact"
    try:
        derive(function, args)
    except ProblemError:
        return "close"
    return "derived"


def _graded(folder: Path, solution: Solution, isolation: Isolation) -> Result:
    problem = load_problem(folder)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="grader-new-") as cache,
            Judge(problem, isolation=isolation, cache_dir=Path(cache)) as judge,
        ):
            result = judge.grade(solution.source.encode(), show_hidden=True)
    except ProblemError as error:
        raise ProblemError(line.replace(f"{folder}/", "") for line in error.faults) from error
    if result.verdict is not Verdict.AC:
        raise ProblemError(
            f"reference.py: as a submission the function gets {result.verdict}: {result.message}; "
            "make it work in the sandbox first"
        )
    return result
