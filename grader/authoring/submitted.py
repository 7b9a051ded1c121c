"""The submissions that an author keeps beside a problem: ``submissions/<slug>/<verdict>/*.py``."""

from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError
from grader.problem.faults import did_you_mean, fault
from grader.verdicts import FOLDERS, Verdict

_PROBLEMS = ("problems", "_problems")


@dataclass(frozen=True, slots=True)
class Submitted:
    """A file, and the verdict that its folder claims."""

    path: Path
    verdict: Verdict
    source: bytes

    @property
    def name(self) -> str:
        """The folder and the file."""
        return f"{self.path.parent.name}/{self.path.name}"


def submissions_folder(problem: Path, given: Path | None = None) -> Path:
    """Return where the submissions to a problem lie.

    Parameters
    ----------
    problem
        The problem's folder: for ``course/problems/centre`` and ``course/centre`` they lie in
        ``course/submissions/centre``.
    given
        Another folder in place of ``course/submissions``.
    """
    if given is not None:
        if not given.is_dir():
            raise UsageError(f"--submissions: {given} is not a folder; give the one that holds <problem>/")
        return given / problem.resolve().name
    around = problem.resolve().parent
    course = around.parent if around.name in _PROBLEMS else around
    return course / "submissions" / problem.resolve().name


def read_submissions(folder: Path) -> tuple[tuple[Submitted, ...], list[str]]:
    """Return every submission below a folder, and what is wrong with the folder itself."""
    found: list[Submitted] = []
    faults: list[str] = []
    for place in sorted(folder.iterdir()) if folder.is_dir() else ():
        if place.name.startswith(".") or place.name == "__pycache__":
            continue
        if place.name not in FOLDERS or not place.is_dir():
            faults.append(
                fault(place, "", f"is not named after a verdict; {did_you_mean(place.name, FOLDERS)}")
            )
            continue
        found += [
            Submitted(path, FOLDERS[place.name], path.read_bytes()) for path in sorted(place.glob("*.py"))
        ]
    return tuple(found), faults
