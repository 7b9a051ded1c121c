"""A problem folder as one value: text is read at once, code is run on demand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.errors import ProblemError, UsageError
from grader.problem.files import Files, read_files, slug_fault
from grader.problem.rules import text_faults
from grader.problem.signature import Signature, read_signature
from grader.problem.spec import Spec, read_spec

if TYPE_CHECKING:
    from grader.problem.case import AnyCase
    from grader.problem.code import Loader, Mistake

# Wall time that the folder's own code has in the judge, in limits of a submission's CPU time: a submission
# has five times, too, and a reference is to use a quarter of one.
_CALLING, _LOADING = 5.0, 3.0
_LEAST_S = 2.0


@dataclass(frozen=True, eq=False)
class Problem:
    """What is asked, as `load_problem` read it.

    The text parts are there; `reference`, `cases`, `mistakes` and `compare` run the folder's Python when
    first asked for, from the bytes that were read, and raise `ProblemError` if it fails.

    Attributes
    ----------
    folder : Path
        Absolute.
    place : Path
        The folder as it was given, for messages.
    digest : str
        SHA-256 in hex over the names and bytes of every file that was read.
    """

    slug: str
    folder: Path
    spec: Spec
    statement: str
    theory: str
    starter: str
    signature: Signature
    digest: str
    place: Path = field(repr=False)
    files: Files = field(repr=False)

    @cached_property
    def _loader(self) -> "Loader":
        from grader.problem.code import Loader  # noqa: PLC0415 - the warm path runs no code

        return Loader(self.place, self.files, self.longest_load_s)

    @property
    def longest_call_s(self) -> float:
        """What one call of the folder's own code may take in the judge: the wall time of a submission's."""
        return max(_LEAST_S, _CALLING * self.spec.limits.cpu_s_call)

    @property
    def longest_load_s(self) -> float:
        """What running one of its files may take, or `cases` of `cases.py`."""
        return max(_LEAST_S, _LOADING * self.spec.limits.import_s)

    @cached_property
    def reference(self) -> Callable[..., Any]:
        """The author's solution."""
        return self._loader.function("reference.py", self.spec.entry_point, "the entry point")

    @cached_property
    def mistakes(self) -> "tuple[Mistake, ...]":
        """The named wrong implementations, in the order of their files and in these."""
        return self._loader.mistakes()

    def fresh_mistake(self, name: str) -> Callable[..., Any]:
        """Return one mistake from a run of its file of its own: it has met no call yet."""
        file = next(mistake.file for mistake in self.mistakes if mistake.name == name)
        return self._loader.function(file, name, "the mistake")

    @cached_property
    def cases(self) -> "tuple[AnyCase, ...]":
        """The fixed cases: by group, literal cases by file name, then those of `cases.py`."""
        from grader.problem.literals import read_case  # noqa: PLC0415 - the warm path reads no cases

        found: list[AnyCase] = []
        faults: list[str] = []
        for group, _, file in self.files.cases():
            case, wrong = read_case(self.place / file, self.files.text(file), group, self.signature)
            faults += wrong
            if case is not None:
                found.append(case)
        try:
            found += self._loader.cases()
        except ProblemError as error:
            raise ProblemError([*faults, *error.faults]) from error.__cause__
        if faults:
            raise ProblemError(faults)
        order = {name: i for i, name in enumerate(self.spec.groups)}
        return tuple(sorted(found, key=lambda case: order.get(case.group, len(order))))

    @cached_property
    def compare(self) -> Callable[[Any, Any, Mapping[str, Any]], str | None] | None:
        """What `custom` comparison calls, None for the other kinds."""
        if self.spec.comparison.kind != "custom":
            return None
        from grader.problem.bound import bound  # noqa: PLC0415 - see above

        compare = self._loader.function("compare.py", "compare", "the comparison")
        return bound(compare, self.longest_call_s)

    @property
    def strategies_path(self) -> Path | None:
        """Where the strategies lie, None if there are none."""
        return self.folder / "strategies.py" if "strategies.py" in self.files.sources else None


def load_problem(path: Path | str) -> Problem:
    """Read a problem folder without running its Python.

    Raises
    ------
    UsageError
        There is no such folder.
    ProblemError
        With every fault of the text parts, one line each.
    """
    problem, _, faults = read_folder(Path(path))
    if faults or problem is None:
        raise ProblemError(faults)
    return problem


def read_folder(place: Path) -> tuple[Problem | None, frozenset[str], list[str]]:
    """Return the problem as far as it could be understood, the doubtful keys, and the faults."""
    if not place.is_dir():
        what = "is not a folder" if place.exists() else "there is no such folder"
        raise UsageError(f"{place}: {what}; give the folder that holds problem.toml")
    folder = place.resolve()
    files, faults = read_files(place)
    faults = slug_fault(place, folder.name) + faults
    if not files.whole or "problem.toml" not in files.sources:
        return None, frozenset(), faults
    spec, doubtful, wrong = read_spec(place / "problem.toml", files.text("problem.toml"))
    faults += wrong
    if spec is None:
        return None, doubtful, faults
    faults += text_faults(place, spec, doubtful, files)
    if "starter.py" not in files.sources or "entry_point" in doubtful:
        return None, doubtful, faults
    signature, wrong = read_signature(place / "starter.py", files.text("starter.py"), spec.entry_point)
    faults += wrong
    if signature is None:
        return None, doubtful, faults
    problem = Problem(
        slug=folder.name,
        folder=folder,
        spec=spec,
        statement=files.text("statement.md"),
        theory=files.text("theory.md"),
        starter=files.text("starter.py"),
        signature=signature,
        digest=files.digest,
        place=place,
        files=files,
    )
    return problem, doubtful, faults
