"""The submissions to one problem: read finished results, grade the rest, write all files."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grader.batch import finish, worker, written
from grader.batch.conditions import RunConditions, record, settled
from grader.batch.discover import Discovery, Left, discover
from grader.batch.execute import Lane, Pool
from grader.batch.files import FoundSubmission, Reader, Source
from grader.batch.finish import Results
from grader.batch.interrupt import Interrupts
from grader.batch.journal import Journal, read_line
from grader.batch.output import read_run, write_run
from grader.batch.plan import BatchObserver, BatchOutcome, BatchPlan
from grader.batch.row import row_of
from grader.batch.row_store import RowStore
from grader.batch.worker import Facts, GradedRow, JudgeSettings, Task
from grader.errors import UsageError, reason
from grader.problem.folder import Problem
from grader.result import Environment, ProblemInfo, Result, SubmissionInfo, Verdict


@dataclass(slots=True)
class _Session:
    """What a run has in hand."""

    plan: BatchPlan
    discovery: Discovery
    journal: Journal
    spool: RowStore
    reader: Reader
    watch: BatchObserver
    facts: Facts | None = None
    unread: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)  # keys in the journal whose results do not count just now
    graded: int = 0

    def drop(self, key: str) -> None:
        """Forget a result that there may be."""
        if self.spool.get(key) is not None:
            self.gone.add(key)
            self.spool.drop(key)


def grade_one(plan: BatchPlan, lanes: list[Lane], watch: BatchObserver) -> BatchOutcome:
    """Grade what is not graded yet, and write everything that is made of results."""
    problem, out = plan.problem, plan.out
    run = read_run(out)
    conditions = settled(plan.asked, problem, run, out=out, restart=plan.restart)
    found = discover(
        plan.folder,
        slug=problem.slug,
        choice=plan.choice,
        skip=plan.skip,
        roster=plan.roster,
        max_per_learner=plan.max_per_learner,
    )
    if not found.found:
        raise UsageError(f"{plan.folder}: no submissions in it{_first(found.left)}")
    with ExitStack() as stack:
        pool = stack.enter_context(Pool(lanes, _order(plan, conditions), _archive(plan)))
        facts = _known_facts(run) if not plan.restart else None
        if facts is None:
            facts = pool.prepare()  # nothing is thrown away before this has gone well
            if plan.restart:
                written.clear(out)
                run = None
        # Results are never there without what they were made with.
        what = {**record(conditions, problem), "environment": facts.environment, "cases": facts.cases}
        before = written.recorded(run)
        write_run(out, _noted(what, before | plan.writes, written.left_out(run)))
        journal = Journal(out)
        stack.callback(journal.close)
        spool = RowStore(out, (item.key for item in found.found))
        stack.callback(spool.close)
        reader = Reader(plan.folder)
        stack.callback(reader.close)
        desk = _Session(plan, found, journal, spool, reader, watch, facts)
        stack.callback(watch.end)
        watch.begin(problem.slug, len(found.found))
        with Interrupts(pool.stop) as interrupts:
            _remember(desk)
            tasks = _tasks(desk)
            for task, told in pool.run(tasks):
                _keep(desk, task, told)
            for _ in tasks:  # after an interrupt: results of files that have changed since count no more
                pass
            watch.writing()
            left = (*found.left, *(Left(key, why) for key, why in desk.unread.items()))
            keys = tuple(item.key for item in found.found if item.key not in desk.unread)
            left = tuple(sorted(left, key=lambda item: (item.path, item.reason)))
            stale = frozenset(key for key in desk.gone if key in desk.unread or spool.get(key) is None)
            results = Results(plan, facts, keys, left, journal, spool, stale, found.identity, found.shared)
            done = finish.write(results, graded=desk.graded, interrupted=interrupts.asked)
            write_run(out, _noted(what, plan.writes, stale))
            return done


def _noted(what: dict[str, Any], names: frozenset[str], stale: frozenset[str]) -> dict[str, Any]:
    """Return what `run.json` says, also of what is written and of which lines of the journal do not count."""
    return {**what, "written": sorted(names), "left_out": sorted(stale)}


def _remember(desk: _Session) -> None:
    """Take what earlier runs did from the journal; judge errors are tried again."""
    known = {item.key for item in desk.discovery.found}
    for number, (place, line) in enumerate(desk.journal.lines(), 1):
        data = read_line(line, desk.journal.path, number)
        key = str(data.pop("key"))
        if key not in known:
            desk.gone.add(key)
        elif data.get("verdict") == Verdict.JE:
            desk.gone.add(key)
            desk.spool.drop(key)
        else:
            desk.spool.add(row_of(key, _result(data, desk.journal.path, number)), place)


def _result(data: dict[str, Any], path: Path, number: int) -> Result:
    try:
        return Result.model_validate(data)
    except ValueError:
        raise UsageError(
            f"{path}: line {number} is not a result; run again with --restart to grade everything again"
        ) from None


def _tasks(desk: _Session) -> Iterator[Task]:
    """Yield what has no result yet, or has changed since, each read when it is asked for."""
    for item in desk.discovery.found:
        source = _read(desk, item)
        if source is None:
            continue
        kept = desk.spool.get(item.key)
        if kept is not None and kept.sha256 == source.sha256:
            desk.watch.verdict(kept.verdict, fresh=False)
        else:
            desk.drop(item.key)
            yield Task(item.key, source.data, source.fault, source.sha256)


def _read(desk: _Session, item: FoundSubmission) -> Source | None:
    try:
        return desk.reader.read(item)
    except OSError as error:
        desk.drop(item.key)
        desk.unread[item.key] = f"can't be read: {reason(error)}"
        return None


def _keep(desk: _Session, task: Task, told: GradedRow | str) -> None:
    """Write down one result.

    Feedback that is there is of the result that counts, however this ends: what is missing is written later.
    """
    if isinstance(told, str):
        assert desk.facts is not None
        told = worker.graded(task.key, _fault(desk.plan.problem, desk.facts, task, told))
    written.remove(desk.plan.out, (written.FEEDBACK,), (task.key,))
    place = desk.journal.append(told.line)
    finish.write_feedback(desk.plan.out, task.key, told.feedback)
    desk.spool.add(told.row, place)
    desk.graded += 1
    desk.watch.verdict(told.row.verdict, fresh=True)


def _fault(problem: Problem, facts: Facts, task: Task, message: str) -> Result:
    return Result(
        problem=ProblemInfo(slug=problem.slug, title=problem.spec.title, digest=problem.digest),
        submission=SubmissionInfo(path=task.key, sha256=task.sha256, size_bytes=len(task.source)),
        verdict=Verdict.JE,
        score=None,
        message=message,
        environment=Environment.model_validate(facts.environment),
    )


def _order(plan: BatchPlan, conditions: RunConditions) -> JudgeSettings:
    assert conditions.seed is not None
    return JudgeSettings(
        slug=plan.problem.slug,
        digest=plan.problem.digest,
        folder=None if plan.travels else str(plan.problem.folder),
        seed=conditions.seed,
        secret_seed=conditions.secret_seed,
        isolation=conditions.isolation,
        time_factor=conditions.time_factor,
        versions=tuple(record(conditions, plan.problem)["versions"].items()),
        cache_dir=None if plan.cache_dir is None else str(plan.cache_dir.absolute()),
    )


def _archive(plan: BatchPlan) -> bytes | None:
    return worker.pack(plan.problem) if plan.travels else None


def _known_facts(run: dict[str, Any] | None) -> Facts | None:
    """Return what the first run wrote down of its bank."""
    try:
        assert run is not None
        cases = tuple((str(name), str(group), str(kind)) for name, group, kind in run["cases"])
        return Facts(cases, Environment.model_validate(run["environment"]).model_dump(mode="json"))
    except (AssertionError, KeyError, TypeError, ValueError):
        return None


def _first(left: tuple[Left, ...]) -> str:
    if not left:
        return ""
    more = f", and {len(left) - 1:,} more" if len(left) > 1 else ""
    return f" ({left[0].path} {left[0].reason}{more})"
