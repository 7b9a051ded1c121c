"""Compare with an earlier batch of the same submissions: which verdicts changed."""

from pathlib import Path

from grader.batch.journal import NAME, read_line
from grader.batch.output import read_run
from grader.batch.written import left_out
from grader.errors import UsageError

Old = dict[str, tuple[str, float | None]]


def check_old(old: Path, out: Path) -> None:
    """Refuse a folder without batch results, before any work is done.

    Raises
    ------
    UsageError
        If `old` holds no results, or is `out`.
    """
    if old.resolve() == out.resolve():
        raise UsageError(f"{old}: is the output folder itself; compare with another batch")
    if read_run(old) is None or not (old / NAME).is_file():
        raise UsageError(f"{old}: holds no batch results to compare with")


def read_old(old: Path) -> Old:
    """Return verdict and score by key; of two lines with one key the later counts.

    A submission that was not part of the last run there has a line in the journal, but is not one of its
    results.
    """
    found: Old = {}
    gone = left_out(read_run(old))
    with open(old / NAME, "rb") as file:  # noqa: PTH123 - line by line
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break  # torn
            data = read_line(line, old / NAME, number)
            score = data.get("score")
            found[str(data["key"])] = (
                str(data.get("verdict")),
                float(score) if isinstance(score, int | float) else None,
            )
    return {key: outcome for key, outcome in found.items() if key not in gone}
