"""The code of a worker: keep a judge open for a problem, and grade submissions.

A judge belongs to the thread that opened it. All messages to and from a worker are plain data, so the worker
may be a process on this or another machine. Errors are returned as data too: the run ends with them, and the
journal keeps the finished results.
"""

import atexit
import io
import json
import tempfile
import threading
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from grader.errors import GraderError, IsolationError, JudgeFault, ProblemError, UsageError

if TYPE_CHECKING:
    from grader.batch.row import ResultRow
    from grader.judge import Judge
    from grader.problem.folder import Problem
    from grader.result import Result


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """Under which conditions submissions are graded; `folder` is None where the problem has to travel."""

    slug: str
    digest: str
    folder: str | None
    seed: int
    secret_seed: bool
    isolation: Literal["kernel", "process"]
    time_factor: float
    versions: tuple[tuple[str, str], ...]
    cache_dir: str | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A submission to be graded; with a `fault`, one that is not run."""

    key: str
    source: bytes
    fault: str
    sha256: str


@dataclass(frozen=True, slots=True)
class GradedRow:
    """The output for a submission: its line of the journal, its row, and its feedback."""

    line: bytes
    row: "ResultRow"
    feedback: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What a judge knows of its bank and its machine."""

    cases: tuple[tuple[str, str, str], ...]  # name, group, visibility
    environment: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NeedProblem:
    """The worker has not got the problem: send it along."""


@dataclass(frozen=True, slots=True)
class Failed:
    """An error that ends the run."""

    kind: Literal["usage", "problem", "isolation", "fault"]
    lines: tuple[str, ...]

    def error(self) -> GraderError:
        """Return the error, to be raised."""
        if self.kind == "problem":
            return ProblemError(self.lines)
        made = {"usage": UsageError, "isolation": IsolationError, "fault": JudgeFault}
        return made[self.kind]("\n".join(self.lines))


@dataclass(frozen=True, slots=True)
class _OpenJudge:
    """A judge at work. `blank` is its result for an empty file: from that, refusals are made."""

    order: JudgeSettings
    judge: "Judge"
    blank: "Result"


_here = threading.local()
_unpacked: dict[str, "tempfile.TemporaryDirectory[str]"] = {}
_unpacking = threading.Lock()


def prepare(order: JudgeSettings, archive: bytes | None = None) -> Facts | NeedProblem | Failed:
    """Open the judge and its sandbox, and say what is known then."""
    try:
        seat = _seat(order, archive)
    except GraderError as error:
        return _failed(error)
    if seat is None:
        return NeedProblem()
    cases = tuple((c.name, c.group, str(c.visibility)) for c in seat.judge.bank.cases)
    return Facts(cases, seat.blank.environment.model_dump(mode="json"))


def grade(order: JudgeSettings, task: Task, archive: bytes | None = None) -> GradedRow | NeedProblem | Failed:
    """Grade one submission."""
    try:
        seat = _seat(order, archive)
        if seat is None:
            return NeedProblem()
        if task.fault:
            return graded(task.key, _refusal(seat.blank, task))
        return graded(task.key, seat.judge.grade(task.source, path=task.key))
    except GraderError as error:
        return _failed(error)


def graded(key: str, result: "Result") -> GradedRow:
    """Return what is kept of a result."""
    from grader.batch.row import row_of  # noqa: PLC0415 - the reports, where there is something to report
    from grader.report.feedback import feedback  # noqa: PLC0415

    return GradedRow(line_of(key, result), row_of(key, result), feedback(result, title=key))


def line_of(key: str, result: "Result") -> bytes:
    """Return the line of the journal: the result in ASCII, with the key as its first field."""
    return f'{{"key":{json.dumps(key)},{_compact(result)[1:]}\n'.encode("ascii")


def _compact(result: "Result") -> str:
    """Return the result as one line of ASCII: six times as fast where nothing in it has to be escaped."""
    with suppress(ValueError):  # a lone surrogate
        text = result.model_dump_json()
        if text.isascii():
            return text
    from grader.report import json as report_json  # noqa: PLC0415 - seldom needed

    return report_json.render(result, indent=None).rstrip("\n")


def pack(problem: "Problem") -> bytes:
    """Return the files of a problem as one archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in problem.files.sources.items():
            archive.writestr(name, data)
    return packed.getvalue()


def close() -> None:
    """End what this thread's judge keeps running."""
    seat: _OpenJudge | None = getattr(_here, "seat", None)
    if seat is not None:
        _here.seat = None
        seat.judge.close()


def _seat(order: JudgeSettings, archive: bytes | None) -> _OpenJudge | None:
    """Return this thread's judge for `order`; None if the problem is not here."""
    kept: _OpenJudge | None = getattr(_here, "seat", None)
    if kept is not None and kept.order == order:
        return kept
    close()
    folder = _unpack(order, archive) if order.folder is None else Path(order.folder)
    if folder is None:
        return None

    from grader.judge import Judge  # noqa: PLC0415 - numpy and all
    from grader.problem.folder import load_problem  # noqa: PLC0415

    problem = load_problem(folder)
    if problem.digest != order.digest:
        raise UsageError(
            f"{folder}: changed during the run; run again with --restart to grade everything "
            "with the new version"
        )
    judge = Judge(
        problem,
        seed=order.seed,
        secret_seed=order.secret_seed,
        isolation=order.isolation,
        time_factor=order.time_factor,
        cache_dir=None if order.cache_dir is None else Path(order.cache_dir),
    )
    try:
        seat = _OpenJudge(order, judge, judge.grade(b""))
        _check_versions(order, seat.blank)
    except BaseException:
        judge.close()
        raise
    _here.seat = seat
    return seat


def _check_versions(order: JudgeSettings, blank: "Result") -> None:
    """Refuse a worker whose verdicts may differ from those of the others."""
    for name, wanted in order.versions:
        found = getattr(blank.environment, name)
        if found != wanted:
            raise UsageError(f"a worker has {name} {found}, this run {wanted}; install the same on both")


def _refusal(blank: "Result", task: Task) -> "Result":
    """Return the result of a file that is not run: like an empty one's, for another reason."""
    from grader.result import SubmissionInfo  # noqa: PLC0415

    told = SubmissionInfo(path=task.key, sha256=task.sha256, size_bytes=len(task.source))
    return blank.model_copy(update={"submission": told, "message": task.fault, "cases": ()})


def _unpack(order: JudgeSettings, archive: bytes | None) -> Path | None:
    """Return the folder of a problem that has travelled here, None if it has not."""
    with _unpacking:
        if order.digest not in _unpacked:
            if archive is None:
                return None
            made = tempfile.TemporaryDirectory(prefix="grader-problem-")
            atexit.register(made.cleanup)
            folder = Path(made.name) / order.slug
            with zipfile.ZipFile(io.BytesIO(archive)) as packed:
                packed.extractall(folder)
            _unpacked[order.digest] = made
        return Path(_unpacked[order.digest].name) / order.slug


def _failed(error: GraderError) -> Failed:
    if isinstance(error, ProblemError):
        return Failed("problem", error.faults)
    if isinstance(error, IsolationError):
        return Failed("isolation", (str(error),))
    return Failed("fault" if isinstance(error, JudgeFault) else "usage", (str(error),))
