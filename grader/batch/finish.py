"""Write all files derived from results, in order of keys, each atomically."""

import errno
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from grader.batch import written
from grader.batch.compare import read_old
from grader.batch.discover import Left
from grader.batch.grades import Grade, write_changes, write_grades
from grader.batch.identity import Identity
from grader.batch.journal import Journal, full, keys_in
from grader.batch.output import read_run, replacing
from grader.batch.plan import BatchOutcome, BatchPlan
from grader.batch.roster import Learner
from grader.batch.row import ResultRow
from grader.batch.row_store import RowStore
from grader.batch.summary import Summary
from grader.batch.worker import Facts
from grader.errors import WriteError
from grader.report import feedback, html
from grader.report import json as report_json
from grader.report.content import told
from grader.report.formats import Format
from grader.result import Result
from grader.writing import write_file

_FOR_ITS_NAME = (
    errno.ENAMETOOLONG, errno.EILSEQ, errno.EINVAL, errno.EISDIR, errno.ENOTDIR, errno.EEXIST,
)  # fmt: skip
_NOT_YET = "not graded yet: the run was interrupted"
_NOTHING = "nothing was submitted"


@dataclass(frozen=True, eq=False)
class Results:
    """What there is to write about: `keys` and `left` are sorted, `stale` are keys that had a result once."""

    plan: BatchPlan
    facts: Facts
    keys: tuple[str, ...]
    left: tuple[Left, ...]
    journal: Journal
    spool: RowStore
    stale: frozenset[str]
    identity: Identity
    shared: tuple[tuple[str, ...], ...] = ()

    def rows(self) -> Iterator[ResultRow]:
        """Yield the rows that there are."""
        for key in self.keys:
            row = self.spool.row(key)
            if row is not None:
                yield row

    def results(self) -> Iterator[tuple[str, Result]]:
        """Yield the results that there are, from the journal."""
        for key in self.keys:
            result = self.result(key)
            if result is not None:
                yield key, result

    def result(self, key: str) -> Result | None:
        """Return one result from the journal, None if it is missing."""
        kept = self.spool.get(key)
        if kept is None:
            return None
        data = json.loads(self.journal.read(kept.line))
        del data["key"]
        return Result.model_validate(data)

    @cached_property
    def owners(self) -> Mapping[str, Learner]:
        """Whose each submission is, as far as the list of learners tells."""
        found = {key: self.identity.learner(key) for key in self.keys}
        return {key: learner for key, learner in found.items() if learner is not None}

    @cached_property
    def several(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Name and keys of each learner with more than one submission."""
        return self.identity.several(self.keys)

    @cached_property
    def missing(self) -> tuple[tuple[Learner, str], ...]:
        """Learners of the list without a submission, and what is known of that."""
        roster = self.plan.roster
        if roster is None:
            return ()
        there = set(map(id, self.owners.values()))
        left: dict[int, str] = {}
        for item in self.left:
            n = self.identity.listed(item.path)
            if n is not None:
                left.setdefault(n, f"{item.path} {item.reason}")
        return tuple(
            (learner, left.get(n, _NOTHING))
            for n, learner in enumerate(roster.learners)
            if id(learner) not in there
        )

    def grades(self) -> Iterator[Grade]:
        """Yield a grade for each submission and each learner without one, sorted by key."""
        missing = sorted(self.missing, key=lambda pair: pair[0].label, reverse=True)
        for key in self.keys:
            while missing and missing[-1][0].label < key:
                learner, why = missing.pop()
                yield learner.label, learner, None, why
            yield key, self.owners.get(key), self.spool.row(key), _NOT_YET
        for learner, why in reversed(missing):
            yield learner.label, learner, None, why


def write(results: Results, *, graded: int, interrupted: bool) -> BatchOutcome:
    """Write grades, feedback, summary, report and what else was asked for; remove what holds no longer."""
    plan = results.plan
    results.journal.sync()
    _remove_stale(results)
    spec = plan.problem.spec
    summary = Summary(tuple(name for name, _, _ in results.facts.cases))
    for row in results.rows():
        summary.add(row)
    _feedback(results)
    with replacing(plan.out / written.GRADES) as file:
        groups = [(name, group.points) for name, group in spec.groups.items()]
        write_grades(
            file, results.grades(), slug=plan.problem.slug, groups=groups, with_roster=plan.roster is not None
        )
    info = {"slug": plan.problem.slug, "title": spec.title, "digest": plan.problem.digest}
    data = summary.data(info, results.left, results.several, results.shared)
    with replacing(plan.out / written.SUMMARY) as file:
        file.write(report_json.dumps(data))
    with replacing(plan.out / written.REPORT) as file:
        file.writelines(_page(results, data))
    for form in plan.formats:
        _write_format(results, form)
    return BatchOutcome(
        slug=plan.problem.slug,
        title=spec.title,
        out=plan.out,
        summary=summary,
        graded=graded,
        left=results.left,
        missing=len(results.missing),
        changes=None if plan.old is None else _changes(results, plan.old),
        interrupted=interrupted,
        several=results.several,
        shared=results.shared,
    )


def write_feedback(out: Path, key: str, text: str) -> None:
    """Write the feedback for one submission."""
    _write_one(out, written.FEEDBACK, key, text)


def _write_one(out: Path, folder: str, key: str, text: str) -> None:
    """Write a file for `key`; where its name can't be had, one whose name is a hash."""
    path = written.path_of(out, folder, key)
    try:
        write_file(path, text, parents=not path.parent.is_dir(), refused=full)
    except WriteError as error:
        cause = error.__context__
        if not (isinstance(cause, OSError) and cause.errno in _FOR_ITS_NAME):
            raise
        path = written.fallback_of(out, folder, key)
        write_file(path, text, parents=not path.parent.is_dir(), refused=full)


def _remove_stale(results: Results) -> None:
    """Remove what earlier runs wrote and this one does not; nothing of it is needed any more."""
    plan = results.plan
    now = plan.writes
    before = written.recorded(read_run(plan.out)) - now
    if before:
        written.remove(plan.out, before, set(keys_in(plan.out)))
    written.remove(plan.out, now & written.FOLDERS.keys(), results.stale)
    written.tidy(plan.out, now & written.FOLDERS.keys())


def _feedback(results: Results) -> None:
    """Write again what somebody has taken away."""
    out = results.plan.out
    there = set(written.there(out, written.FEEDBACK))
    for key in results.keys:
        names = {place(out, written.FEEDBACK, key) for place in (written.path_of, written.fallback_of)}
        if not names & there:
            result = results.result(key)
            if result is not None:
                write_feedback(out, key, feedback.feedback(result, title=key))


def _changes(results: Results, old: Path) -> int:
    with replacing(results.plan.out / written.CHANGES) as file:
        return write_changes(
            file, read_old(old), ((row.key, row.verdict, row.score) for row in results.rows())
        )


def _page(results: Results, summary: dict[str, Any]) -> Iterator[str]:
    problem = results.plan.problem
    header = html.Header(
        slug=problem.slug,
        title=problem.spec.title,
        summary=summary,
        groups=tuple(
            html.Group(name, group.points, group.advisory) for name, group in problem.spec.groups.items()
        ),
        cases=results.facts.cases,
        environment=results.facts.environment,
        missing=tuple((who.label, who.id, who.name, why) for who, why in results.missing),
        with_roster=results.plan.roster is not None,
    )
    return html.page(header, _lines(results))


def _lines(results: Results) -> Iterator[html.Line]:
    order = {name: n for n, name in enumerate(results.plan.problem.spec.groups)}
    for row in results.rows():
        owner = results.owners.get(row.key)
        points = [None] * len(order)
        for name, earned in zip(row.group_names, row.points, strict=True):
            if name in order:
                points[order[name]] = earned  # type: ignore[call-overload]
        yield html.Line(
            key=row.key,
            id=owner.id if owner else "",
            name=owner.name if owner else "",
            verdict=row.verdict,
            score=row.score,
            message=row.message,
            points=tuple(points),
            cases=row.cases,
            failing=row.failing,
            mistakes=tuple(
                (name, matched, compared, "".join(span.text for span in told(name, message)))
                for name, matched, compared, message in row.mistakes
            ),
            counterexample=row.counterexample,
            notes=row.notes,
        )


def _write_format(results: Results, form: Format) -> None:
    out, slug = results.plan.out, results.plan.problem.slug
    assert form.place is not None
    if form.per_submission:
        for key, result in results.results():
            _write_one(out, form.place, key, "".join(form.render(slug, [(key, result)])))
    else:
        with replacing(out / form.place) as file:
            file.writelines(form.render(slug, results.results()))
