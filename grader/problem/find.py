"""Find problems by name."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from grader.errors import UsageError
from grader.problem.faults import did_you_mean

_PACKAGE = Path(__file__).resolve().parents[1]


def bundled(package: Path = _PACKAGE) -> Path:
    """Return the folder of the problems that come with the package.

    In a checkout they lie beside the package; in a wheel, inside it.
    """
    checkout = package.parent / "problems"
    if (package.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return package / "_problems"


def list_problems(
    *, extra: Sequence[Path] = (), environ: Mapping[str, str] | None = None, cwd: Path | None = None
) -> dict[str, Path]:
    """Return every problem's folder by slug, sorted; of equal slugs the first place wins.

    Parameters
    ----------
    extra
        Folders that hold problem folders; they come first.
    environ
        Where ``GRADER_PROBLEMS`` is looked up: more such folders, separated as in PATH.
    cwd
        The folder in which ``problems`` is looked for.

    Raises
    ------
    UsageError
        A path in `extra` or in ``GRADER_PROBLEMS`` is not a folder.
    """
    named = _named(environ)
    for place in (*extra, *named):
        if not place.is_dir():
            origin = "--problems" if place in extra else "GRADER_PROBLEMS"
            raise UsageError(f"{origin}: {place} is not a folder; give one that holds problem folders")
    found: dict[str, Path] = {}
    for place in (*extra, *named, _here(cwd), bundled()):
        for folder in _problems_in(place):
            found.setdefault(folder.name, folder)
    return dict(sorted(found.items()))


def shadows(
    slugs: Iterable[str] | None = None,
    *,
    extra: Sequence[Path] = (),
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> tuple[str, ...]:
    """Return which problems are taken from ``./problems`` although the package has one of the name, sorted.

    A place that was named, by `extra` or the variable, is meant; ``./problems`` may lie there by chance.

    Parameters
    ----------
    slugs
        The problems that are asked for; None for all.
    extra, environ, cwd
        As for `list_problems`.
    """
    here, ours = _here(cwd), bundled()
    if not here.is_dir() or _same(here, ours):
        return ()
    meant = {folder.name for place in (*extra, *_named(environ)) for folder in _problems_in(place)}
    asked = [folder.name for folder in _problems_in(here)] if slugs is None else slugs
    return tuple(
        sorted(
            slug
            for slug in set(asked) - meant
            if all((place / slug / "problem.toml").is_file() for place in (here, ours))
            and not _same(here / slug, ours / slug)
        )
    )


def find_problem(
    slug: str,
    *,
    extra: Sequence[Path] = (),
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Path:
    """Return the folder of one problem.

    Raises
    ------
    UsageError
        There is no such problem; the message has the nearest name.
    """
    known = list_problems(extra=extra, environ=environ, cwd=cwd)
    if slug in known:
        return known[slug]
    raise UsageError(f"unknown problem {slug!r}; {did_you_mean(slug, known)}")


def _named(environ: Mapping[str, str] | None) -> list[Path]:
    environ = os.environ if environ is None else environ
    return [Path(p) for p in environ.get("GRADER_PROBLEMS", "").split(os.pathsep) if p]


def _here(cwd: Path | None) -> Path:
    return (cwd or Path.cwd()) / "problems"


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _problems_in(place: Path) -> Iterator[Path]:
    try:
        folders = sorted(place.iterdir())
    except OSError:
        return
    yield from (folder for folder in folders if (folder / "problem.toml").is_file())
