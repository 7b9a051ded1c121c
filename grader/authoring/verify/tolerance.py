"""Check the tolerances: the reference must be far more accurate than a submission has to be."""

from typing import Any

import numpy as np

from grader.authoring.verify.evidence import Evidence
from grader.authoring.verify.model import Finding, RuleOutcome
from grader.bank.build import quiet
from grader.bank.model import BankCase
from grader.comparator.close import QUIET, parts_of
from grader.comparator.derived import CAP
from grader.comparator.oracle import oracle
from grader.comparator.values import copied, leaves
from grader.problem.bound import Stopped, bounded
from grader.result import Verdict
from grader.runner.status import Status

SHARE = 0.25
"""Share of the tolerance that may be used; the rest is for right solutions that nobody anticipated."""
ELEMENTS = 20_000
"""For the oracle, all cases together: 50 digits take a thousand times as long as 16, and a sine more."""
HURRIED_ELEMENTS = 4_000


def tolerance(evidence: Evidence) -> RuleOutcome:
    """Find errors of the reference (against 50 digits) and of accepted submissions above a quarter."""
    kind = evidence.problem.spec.comparison.kind
    if kind not in ("derived", "close"):
        return RuleOutcome(figures=f"comparison is {kind}: no tolerance")
    findings = list(_too_wide(evidence)) if kind == "close" else []
    reference, asked = _of_the_reference(evidence)
    accepted = _of_the_accepted(evidence)
    path = str(evidence.problem.place / "reference.py")
    if reference[0] > SHARE:
        what = (
            f"is off by {reference[0]:.2g} of the tolerance on case {reference[1]}, by 50-digit arithmetic; "
            f"at most {SHARE:g} is sound: compute it in a more stable way, or make the case easier"
        )
        findings.append(Finding(path, what))
    for name, (ratio, case) in accepted.items():
        if ratio > SHARE:
            what = (
                f"is off by {ratio:.2g} of the tolerance on case {case}; at most {SHARE:g} leaves room for "
                "other right solutions: compute the reference in a more stable way, or make the case easier"
            )
            findings.append(Finding(name, what))
    worst = max((ratio for ratio, _ in accepted.values()), default=0.0)
    told = f"{asked} cases in 50 digits, worst {reference[0]:.1g}" if asked else "no case in 50 digits"
    return RuleOutcome(tuple(findings), f"{told}; accepted, worst {worst:.1g}")


def _of_the_reference(evidence: Evidence) -> tuple[tuple[float, str], int]:
    """Return the largest share of a tolerance that the reference's own error takes, and of how many cases."""
    worst, asked = (0.0, ""), 0
    left = HURRIED_ELEMENTS if evidence.conditions.hurry else ELEMENTS
    steps = [
        (_elements([*args.values(), want]), case.name, args, want, slack)
        for case in evidence.bank.cases
        for args, want, slack in zip(case.steps, case.wants, case.tolerances, strict=True)
    ]
    for size, name, args, want, slack in sorted(steps, key=lambda step: step[0]):
        left -= size
        if left < 0:
            break
        try:
            with quiet(), bounded(evidence.problem.longest_call_s):
                exact = oracle(evidence.problem.reference, [copied(value) for value in args.values()])
        except Stopped:  # what ends by rounding may not end in exact arithmetic
            exact = None
        if exact is not None:
            asked += 1
            worst = max(worst, (share_of(want, exact, slack), name))
    return worst, asked


def _elements(values: list[Any]) -> int:
    return sum(int(np.size(leaf)) for value in values for _, leaf in leaves(value))


def _of_the_accepted(evidence: Evidence) -> dict[str, tuple[float, str]]:
    worst = {}
    for submitted, tried in evidence.tried.items():
        if submitted.verdict is Verdict.AC:
            shares = [
                (_share_of_run(o.case, o.run.values), o.case.name)
                for o in tried.outcomes
                if o.run.status is Status.RETURNED and o.right
            ]
            worst[str(submitted.path)] = max(shares, default=(0.0, ""))
    return worst


def _share_of_run(case: BankCase, values: tuple[object, ...]) -> float:
    triples = zip(values, case.wants, case.tolerances, strict=False)
    return max((share_of(got, want, slack) for got, want, slack in triples), default=0.0)


def share_of(got: Any, want: Any, slack: Any) -> float:
    """Return the largest |got - want| as a share of its tolerance.

    Where both are NaN, or equal, the error is 0; where the tolerance is 0 and they differ, it is infinite.
    Of parts that are compared exactly nothing is said.
    """
    worst = 0.0
    for (_, g), (_, w), (_, s) in zip(leaves(got), leaves(want), leaves(slack), strict=False):
        if s is None or np.shape(g) != np.shape(w):
            continue
        for a, b in zip(parts_of(np.asarray(g)), parts_of(np.asarray(w)), strict=False):
            with np.errstate(**QUIET):  # type: ignore[arg-type]  # the stubs want literals
                error = np.abs(a.astype(np.float64) - b.astype(np.float64))
                share = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0.0, error / np.asarray(s))
            worst = max(worst, float(np.max(share, initial=0.0)))
    return worst


def _too_wide(evidence: Evidence) -> list[Finding]:
    """Return the case whose tolerance is widest, if it tells right from wrong no longer."""
    widest, name = 0.0, ""
    for case in evidence.bank.cases:
        for want, slack in zip(case.wants, case.tolerances, strict=True):
            for (_, w), (_, s) in zip(leaves(want), leaves(slack), strict=True):
                if s is not None:
                    sizes = np.abs(np.asarray(w))
                    scale = 1.0 + float(np.max(sizes, where=np.isfinite(sizes), initial=0.0))
                    widest, name = max((widest, name), (float(np.max(s, initial=0.0)) / scale, case.name))
    if widest <= CAP:
        return []
    what = f"allows {widest:.1e} of the size of the result on case {name}; at most {CAP:g} says anything"
    return [Finding(str(evidence.problem.place / "problem.toml") + ": comparison", what)]
