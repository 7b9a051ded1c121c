"""The files that the program wrote into a folder of results, and the removal of outdated ones.

The folder may contain other files too. A file belongs to the program if its name is one of those here and
`run.json` lists it as written; in a folder with one file per submission, if it is named after a submission
in the journal. Nothing else is removed, and only regular files are.
"""

import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from grader.batch import names
from grader.batch.journal import NAME as JOURNAL
from grader.batch.journal import full, keys_in
from grader.batch.output import RUN, read_run, write_run
from grader.report.formats import BATCH_FORMATS, Format
from grader.writing import is_partial

GRADES, SUMMARY, REPORT, CHANGES, FEEDBACK = (
    "grades.csv", "summary.json", "report.html", "changes.csv", "feedback",
)  # fmt: skip
FOLDERS: Mapping[str, str] = {
    FEEDBACK: ".md",
    **{form.place: form.suffix for form in BATCH_FORMATS if form.per_submission and form.place},
}
"""Folders with one file per submission, and the suffix of its name."""
FILES = (
    GRADES,
    SUMMARY,
    REPORT,
    CHANGES,
    *(form.place for form in BATCH_FORMATS if form.place and not form.per_submission),
)


def wanted(formats: Iterable[Format], *, changes: bool) -> frozenset[str]:
    """Return the names of what a run writes."""
    found = {GRADES, SUMMARY, REPORT, FEEDBACK, *(form.place for form in formats if form.place)}
    return frozenset(found | {CHANGES} if changes else found)


def recorded(run: Mapping[str, Any] | None) -> frozenset[str]:
    """Return the names of what earlier runs wrote; all that there can be if `run.json` does not say."""
    if run is None:
        return frozenset()
    known = frozenset((*FILES, *FOLDERS))
    told = run.get("written")
    return known & {str(name) for name in told} if isinstance(told, list) else known


def left_out(run: Mapping[str, Any] | None) -> frozenset[str]:
    """Return the keys in the journal that are no part of the last run's results."""
    told = None if run is None else run.get("left_out")
    return frozenset(map(str, told)) if isinstance(told, list) else frozenset()


def path_of(out: Path, folder: str, key: str) -> Path:
    """Return the file of a submission in one of `FOLDERS`."""
    return out / folder / names.feedback_path(key, FOLDERS[folder])


def fallback_of(out: Path, folder: str, key: str) -> Path:
    """Return the file of a submission whose own name can't be had."""
    return out / folder / names.short_name(key, FOLDERS[folder])


def remove(out: Path, what: Iterable[str], keys: Collection[str]) -> None:
    """Remove the files of those names, and from the folders of those names the files of `keys`.

    Raises
    ------
    WriteError
        Something can't be removed.
    """
    for name in what:
        if name in FOLDERS:
            for key in keys:
                _unlink(path_of(out, name, key), out)
                _unlink(fallback_of(out, name, key), out)
        elif name in FILES:
            _unlink(out / name, out)


def tidy(out: Path, folders: Iterable[str]) -> None:
    """Remove what a killed process has not finished, in `out` and in those folders."""
    for place in (out, *(out / name for name in folders)):
        for folder, _, files in os.walk(place):
            for name in filter(is_partial, files):
                with suppress(OSError):
                    Path(folder, name).unlink()
            if place == out:
                break


def there(out: Path, folder: str) -> Iterator[Path]:
    """Yield the regular files in a folder that are not empty, as a power failure may leave them."""
    for place, _, files in os.walk(out / folder):
        for name in files:
            path = Path(place, name)
            with suppress(OSError):
                if (found := path.lstat()).st_size and stat.S_ISREG(found.st_mode):
                    yield path


def clear(out: Path) -> None:
    """Remove the results, and what was made of them; the journal last, as it names the others.

    Raises
    ------
    WriteError
        Something can't be removed.
    """
    remove(out, recorded(read_run(out)), set(keys_in(out)))
    tidy(out, FOLDERS)
    _unlink(out / JOURNAL, out)


def retire(out: Path, *, forget: bool) -> None:
    """Remove the files derived from results of a problem that is not part of this run.

    Parameters
    ----------
    out
        Its folder of results; left alone if it is not one.
    forget
        Remove the results themselves as well, so that nothing is left.
    """
    run = read_run(out)
    if run is None:
        return
    if forget:
        clear(out)
        _unlink(out / RUN, out)
        with suppress(OSError):  # somebody else's files are in it
            out.rmdir()
        return
    keys = set(keys_in(out))
    remove(out, recorded(run), keys)
    write_run(out, {**run, "written": [], "left_out": sorted(keys)})


def _unlink(path: Path, top: Path) -> None:
    """Remove a regular file, and the folders that are empty without it, up to `top`."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return
        path.unlink()
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise full(path, error) from None
    with suppress(OSError):
        for folder in path.parents:
            if folder == top:
                break
            folder.rmdir()
