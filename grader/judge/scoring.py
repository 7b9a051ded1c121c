"""From outcomes of cases to groups, a score and a verdict: pure arithmetic, in one place."""

from collections.abc import Iterable, Mapping, Sequence

from grader.problem.spec import GroupSpec
from grader.result import CaseVerdict, GroupResult, Verdict


def group_results(
    groups: Mapping[str, GroupSpec], outcomes: Sequence[tuple[str, CaseVerdict]]
) -> tuple[GroupResult, ...]:
    """Return one result a group that has cases, in the order of the problem.

    Parameters
    ----------
    groups
        The problem's groups by name.
    outcomes
        ``(group, verdict)`` of each case, in the order of the bank.
    """
    by_group: dict[str, list[CaseVerdict]] = {}
    for group, verdict in outcomes:
        by_group.setdefault(group, []).append(verdict)
    results = []
    for name, spec in groups.items():
        verdicts = by_group.get(name)
        if verdicts is None:
            continue
        verdict = first_failure(verdicts) or Verdict.AC
        results.append(
            GroupResult(
                name=name,
                points=spec.points if verdict == Verdict.AC else 0.0,
                max_points=spec.points,
                verdict=verdict,
                passed=sum(v == Verdict.AC for v in verdicts),
                total=len(verdicts),
                advisory=spec.advisory,
                visible=spec.visible,
            )
        )
    return tuple(results)


def first_failure(verdicts: Iterable[CaseVerdict]) -> CaseVerdict | None:
    """Return JE if there is one, else the first verdict that is not AC, else ``skipped`` or None."""
    failing = [v for v in verdicts if v != Verdict.AC]
    if Verdict.JE in failing:
        return Verdict.JE
    return next((v for v in failing if v != "skipped"), failing[0] if failing else None)


def total_verdict(groups: Mapping[str, GroupSpec], outcomes: Sequence[tuple[str, CaseVerdict]]) -> Verdict:
    """Return the submission's verdict: JE if any case is, else that of the first failing scored case."""
    if any(verdict == Verdict.JE for _, verdict in outcomes):
        return Verdict.JE
    failure = first_failure(verdict for group, verdict in outcomes if not groups[group].advisory)
    if failure is None:
        return Verdict.AC
    # A case is skipped only after crashes; should the only failures be skipped ones, they were not answered.
    return Verdict.RTE if failure == "skipped" else Verdict(failure)


def score(results: Iterable[GroupResult]) -> float:
    """Return points earned / possible × 100, with two decimals."""
    scored = [g for g in results if not g.advisory]
    possible = sum(g.max_points for g in scored)
    earned = sum(g.points for g in scored)
    return round(100.0 * earned / possible, 2) if possible else 0.0
