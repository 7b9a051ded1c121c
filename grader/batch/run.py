"""Grade a folder of submissions to one problem or several, from start to finish."""

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from grader.batch import written
from grader.batch.compare import check_old
from grader.batch.conditions import RunConditions
from grader.batch.discover import Choice, Left
from grader.batch.execute import Lane
from grader.batch.journal import full
from grader.batch.names import key_of
from grader.batch.output import RUN, check_ours, locked, read_run, replacing, write_run
from grader.batch.plan import BatchObserver, BatchOutcome, BatchPlan, Silent, Ungraded, lines_of
from grader.batch.roster import Roster, read_roster
from grader.batch.session import grade_one
from grader.bounds import MAX_PER_LEARNER
from grader.errors import GraderError, IsolationError, UsageError, WriteError, cannot_read
from grader.problem.find import find_problem, list_problems
from grader.problem.folder import Problem, load_problem
from grader.report.formats import BATCH_FORMATS, Format, names

FORMATS = names(BATCH_FORMATS)
MAX_WORKERS = 256


@dataclass(frozen=True, slots=True)
class _ProblemBatch:
    """One problem: where its submissions lie, and where its results go. Its folder is read when it is due."""

    slug: str
    problem: Problem | Path
    folder: Path
    out: Path
    old: Path | None


def grade_folder(
    folder: Path | str,
    out: Path | str,
    *,
    problem: Problem | Path | str | None = None,
    problems: Sequence[Path] = (),
    seed: int | None = None,
    secret_seed: bool = False,
    isolation: Literal["kernel", "process"] = "kernel",
    time_factor: float = 1.0,
    workers: int | None = None,
    executor: Literal["local", "dask"] = "local",
    scheduler: str | None = None,
    restart: bool = False,
    roster: Path | str | None = None,
    pattern: str | None = None,
    file_name: str | None = None,
    compare: Path | str | None = None,
    formats: Sequence[str] = (),
    max_per_learner: int = MAX_PER_LEARNER,
    cache_dir: Path | None = None,
    watch: BatchObserver | None = None,
) -> tuple[BatchOutcome, ...]:
    """Grade every submission in `folder` and write results, grades, feedback and a report into `out`.

    Run again on the same folders, it resumes an interrupted run. Worker processes import what is
    installed: neither the script that calls this nor anything from its folder or the current one.

    Parameters
    ----------
    problem
        As `load_problem` returned it, its folder, or its name. None if the first level of `folder` names
        the problems; each then has a folder of its own in `out`.
    problems
        Folders to look for problems in before the usual ones.
    seed
        Of the generated cases. None: 0, or that of the results that are there.
    secret_seed
        Leave the seed out of results; only ``run.json`` records it.
    isolation, time_factor, cache_dir
        As `Judge` takes them.
    workers
        How many processes grade; by default, as many as there are processors.
    executor, scheduler
        ``dask`` and the address of a scheduler, to grade on an existing cluster.
    restart
        Forget results that are there.
    roster
        A CSV file with columns ``key``, ``id``, ``name``: learners without a submission are listed, too.
    pattern, file_name
        Which files count: those whose key matches a pattern, those of one name.
    compare
        Results of an earlier batch; ``changes.csv`` lists the verdicts and scores that changed.
    formats
        Of `FORMATS`, what else is written.
    max_per_learner
        How many submissions of one learner are graded; 0 is any number.
    watch
        Told how it goes.

    Returns
    -------
    tuple of BatchOutcome
        One for each problem.

    Raises
    ------
    UsageError
        Folders or options can't be used as given, or the disk is full. What is done is kept.
    ProblemError
        The problem breaks its rules. Of several, those that can't be graded are named when the others are
        done, whose `batches` the error (`grader.batch.plan.Ungraded`) has.
    JudgeFault
        The sandbox or the worker processes can't be had.
    KeyboardInterrupt
        After an interrupt, when what was done until then has been written.
    """
    folder, out = Path(folder), Path(out)
    chosen = _checked(folder, formats=formats, workers=workers, max_per_learner=max_per_learner)
    check_ours(out)
    learners: Roster | None = None if roster is None else read_roster(Path(roster))
    several, strays = _parts(folder, out, problem, problems, None if compare is None else Path(compare))
    tree = several[0].out != out
    _check_kind(out, tree=tree, restart=restart)
    for part in several:
        if tree:
            check_ours(part.out)
        if part.old is not None:
            check_old(part.old, part.out)
    asked = RunConditions(seed, secret_seed, isolation, time_factor)

    def plan(part: _ProblemBatch) -> BatchPlan:
        return BatchPlan(
            problem=part.problem if isinstance(part.problem, Problem) else load_problem(part.problem),
            folder=part.folder,
            out=part.out,
            skip=out,
            asked=asked,
            choice=Choice(pattern, file_name),
            roster=learners,
            old=part.old,
            formats=chosen,
            restart=restart,
            travels=executor != "local",
            cache_dir=cache_dir,
            max_per_learner=max_per_learner,
        )

    with ExitStack() as stack:
        stack.enter_context(locked(out))
        lanes = _local(workers) if executor == "local" else stack.enter_context(_cluster(scheduler))
        watch = watch or Silent()
        if not tree:
            _forget_others(out, (), forget=True)
            return (_finished(grade_one(plan(several[0]), lanes, watch)),)
        grade = partial(grade_one, lanes=lanes, watch=watch)
        return _grade_tree(out, several, strays, plan, grade, restart=restart)


def _checked(
    folder: Path, *, formats: Sequence[str], workers: int | None, max_per_learner: int
) -> tuple[Format, ...]:
    """Return the formats that are asked for, if all options can be used as given."""
    unknown = sorted(set(formats) - set(FORMATS))
    if unknown:
        raise UsageError(f"unknown format {unknown[0]!r}; known are {', '.join(FORMATS)}")
    if workers is not None and not 1 <= workers <= MAX_WORKERS:
        raise UsageError(f"the number of workers must be from 1 to {MAX_WORKERS}, got {workers}")
    if max_per_learner < 0:
        raise UsageError(f"submissions of one learner must be 0 (any number) or more, got {max_per_learner}")
    if not folder.is_dir():
        what = "is not a folder" if folder.exists() else "there is no such folder"
        raise UsageError(f"{folder}: {what}; give the folder that holds the submissions")
    return tuple(form for form in BATCH_FORMATS if form.name in formats)


def _finished(batch: BatchOutcome) -> BatchOutcome:
    if batch.interrupted:
        raise KeyboardInterrupt
    return batch


def _grade_tree(
    out: Path,
    parts: Sequence[_ProblemBatch],
    strays: list[Left],
    plan: Callable[[_ProblemBatch], BatchPlan],
    grade: Callable[[BatchPlan], BatchOutcome],
    *,
    restart: bool,
) -> tuple[BatchOutcome, ...]:
    """Grade one problem after the other; one that can't be graded does not keep the others from it."""
    fresh = read_run(out) is None
    slugs = [part.slug for part in parts]
    _forget_others(out, slugs, forget=restart)
    write_run(out, {"problems": slugs, "written": [written.SUMMARY]})
    _write_strays(out, slugs, strays)
    done: list[BatchOutcome] = []
    faults: list[tuple[str, GraderError]] = []
    for part in parts:
        try:
            part.out.mkdir(exist_ok=True)
            done.append(_finished(grade(plan(part))))
        except (IsolationError, WriteError):  # what the others would meet as well
            raise
        except OSError as error:
            raise full(part.out, error) from None
        except GraderError as error:
            faults.append((part.slug, error))
            with suppress(OSError):  # nothing has come of it: leave no trace
                part.out.rmdir()
    if faults:
        if fresh and not done:
            for name in (written.SUMMARY, RUN):
                (out / name).unlink()
        else:
            _write_strays(out, slugs, [*strays, *(Left(slug, lines_of(e)[0]) for slug, e in faults)])
        raise Ungraded(done, faults)
    return tuple(done)


def _check_kind(out: Path, *, tree: bool, restart: bool) -> None:
    """Refuse to go on with results to one problem where those to several are, and the other way round."""
    run = read_run(out)
    if run is None or restart or ("problems" in run) == tree:
        return
    what = "one problem" if tree else "several problems"
    raise UsageError(
        f"{out}: holds results to {what}; --restart grades everything again, -o writes to another folder"
    )


def _forget_others(out: Path, slugs: Sequence[str], *, forget: bool) -> None:
    """Remove what earlier runs wrote of problems that are not asked for now."""
    run = read_run(out)
    if run is None:
        return
    if "problems" not in run:
        if slugs:
            written.clear(out)
        return
    for slug in run["problems"] if isinstance(run["problems"], list) else ():
        if isinstance(slug, str) and slug not in slugs and Path(slug).name == slug:
            written.retire(out / slug, forget=forget)
    if not slugs:
        written.clear(out)
        (out / RUN).unlink()


def _parts(
    folder: Path, out: Path, problem: Problem | Path | str | None, extra: Sequence[Path], old: Path | None
) -> tuple[list[_ProblemBatch], list[Left]]:
    """Return the problems that are asked for, and what in the first level of a tree belongs to none."""
    if problem is not None:
        if not isinstance(problem, Problem):
            named = isinstance(problem, str) and os.sep not in problem
            found = find_problem(str(problem), extra=extra) if named else Path(problem)
            if named:
                _refuse_among(found, folder)
            problem = load_problem(found)
        return [_ProblemBatch(problem.slug, problem, folder, out, old)], []
    known = list_problems(extra=extra)
    try:
        inside = sorted(entry.name for entry in os.scandir(folder))
    except OSError as error:
        raise cannot_read(folder, error) from None
    here = [name for name in inside if name in known and (folder / name).is_dir()]
    if not here:
        raise UsageError(f"{folder}: no folder in it is named after a problem; give the problem with -p")
    strays = [
        Left(key_of(name), "is beside the problem folders")
        for name in inside
        if name not in here and (folder / name).resolve() != out.resolve()
    ]
    for slug in here:
        _refuse_among(known[slug], folder)
    parts = [
        _ProblemBatch(slug, known[slug], folder / slug, out / slug, None if old is None else old / slug)
        for slug in here
    ]
    return parts, strays


def _refuse_among(found: Path, folder: Path) -> None:
    """Refuse a problem that was found in the current folder, if that is where the submissions are."""
    if found.parent == Path.cwd() / "problems" and found.resolve().is_relative_to(folder.resolve()):
        raise UsageError(
            f"{found}: this problem is among the submissions, and its code would run with your "
            f"rights; if you trust it, give its folder: -p ./problems/{found.name}"
        )


def _write_strays(out: Path, slugs: Sequence[str], strays: Sequence[Left]) -> None:
    from grader.report import json  # noqa: PLC0415 - only for a tree of several problems

    data = {
        "schema_version": 1,
        "problems": list(slugs),
        "not_graded": [{"path": item.path, "reason": item.reason} for item in strays],
    }
    with replacing(out / written.SUMMARY) as file:
        file.write(json.dumps(data))


def _local(workers: int | None) -> list[Lane]:
    from grader.batch.process import WorkerProcess  # noqa: PLC0415 - not where a cluster works

    return [Lane(WorkerProcess) for _ in range(workers or len(os.sched_getaffinity(0)))]


def _cluster(scheduler: str | None) -> AbstractContextManager[list[Lane]]:
    from grader.batch.cluster import connected  # noqa: PLC0415 - needs the package distributed

    return connected(scheduler)
