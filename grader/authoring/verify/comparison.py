"""Check the problem's own comparison: it must handle any result."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from grader.authoring.verify.evidence import Evidence
from grader.authoring.verify.model import Finding, RuleOutcome
from grader.bank.model import BankCase
from grader.comparator.values import copied
from grader.outcomes.outcome import Standard, judge_case, standard_of
from grader.result import Verdict
from grader.runner.status import RunResult, Status

CASES_A_GROUP = 2
"""Whose results are spoiled: every group has its own shapes."""
CALLS_A_CASE = 3


def comparison(evidence: Evidence) -> RuleOutcome:
    """Call `compare.py` with unusual results: it must return None or a reason for each, and terminate."""
    problem = evidence.problem
    if problem.spec.comparison.kind != "custom":
        return RuleOutcome(figures="not the problem's own")
    standard = standard_of(problem)
    where = str(problem.place / "compare.py")
    faults: dict[str, str] = {}
    asked = 0
    taken: dict[str, int] = {}
    for case in evidence.bank.cases:
        taken[case.group] = taken.get(case.group, 0) + 1
        if taken[case.group] > CASES_A_GROUP:
            continue
        for step, want in enumerate(case.wants[:CALLS_A_CASE]):
            for name, got in answers(want):
                asked += 1
                if what := _fault(standard, case, step, got):
                    faults.setdefault(what, f"on case {case.name}, {name}")
    findings = tuple(Finding(where, f"{place}: {what}") for what, place in faults.items())
    return RuleOutcome(findings, f"handles {asked} unusual results")


def _fault(standard: Standard, case: BankCase, step: int, got: Any) -> str:
    only = slice(step, step + 1)
    alone = replace(case, wants=case.wants[only], tolerances=case.tolerances[only], steps=case.steps[only])
    run = RunResult(0, Status.RETURNED, values=(got,))
    outcome = judge_case(alone, run, replace(standard, reject_in_place=False))
    return outcome.fault or "" if outcome.verdict is Verdict.JE else ""


def answers(want: Any) -> Iterator[tuple[str, Any]]:
    """Yield unusual results for a case with this `want`, each with a name: other types, altered copies."""
    yield "None", None
    yield "a text", "x"
    yield "a number", 0
    yield "a float", 0.5
    yield "NaN", float("nan")
    yield "an infinity", float("inf")
    yield "True", True
    yield "an empty list", []
    yield "an empty tuple", ()
    yield "an empty dict", {}
    yield "a list of None", [None, None]
    yield "an array without axes", np.array(0.0)
    yield "an empty array", np.zeros(0)
    yield "a matrix of zeros", np.zeros((2, 2))
    yield "an array of truth values", np.array([True, False])
    yield "an array of complex numbers", np.array([1j, 0j])
    yield "twice the result, as a pair", (copied(want), copied(want))
    for name, spoil in _SPOILS:
        spoiled = _map(copied(want), spoil)
        yield f"the result, {name}", spoiled
    if isinstance(want, list | tuple):
        kind = type(want)
        yield "the result, reversed", kind(reversed(want))
        yield "the result, shortened", kind(list(want)[:-1])
        yield "the result, lengthened", kind([*want, *list(want)[-1:]])
        yield "the result, with None in it", kind([None, *list(want)[1:]])


def _map(value: Any, spoil: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_map(item, spoil) for item in value)
    if isinstance(value, dict):
        return {key: _map(item, spoil) for key, item in value.items()}
    return spoil(value)


def _shifted(by: float) -> Any:
    def shift(leaf: Any) -> Any:
        if not _is_number(leaf):
            return leaf
        if isinstance(leaf, int):
            return leaf + int(by)
        with np.errstate(all="ignore"):
            moved = leaf + by
            return moved.astype(leaf.dtype) if isinstance(leaf, np.ndarray) else moved

    return shift


def _is_number(leaf: Any) -> bool:
    """Tell whether it is a number or an array of such, not of truth values."""
    if isinstance(leaf, np.ndarray):
        return leaf.dtype.kind in "iufc"
    return isinstance(leaf, int | float | complex) and not isinstance(leaf, bool)


def _array(change: Any) -> Any:
    return lambda leaf: change(leaf) if isinstance(leaf, np.ndarray) else leaf


_SPOILS: tuple[tuple[str, Any], ...] = (
    ("one more", _shifted(1.0)),
    ("one less", _shifted(-1.0)),
    ("far away", _shifted(10.0**9)),
    ("zeros", lambda leaf: leaf * 0 if _is_number(leaf) else leaf),
    ("negated", lambda leaf: -leaf if _is_number(leaf) else leaf),
    (
        "all NaN",
        lambda leaf: (
            np.full_like(leaf, np.nan)
            if getattr(getattr(leaf, "dtype", None), "kind", "") in ("f", "c")
            else float("nan")
            if isinstance(leaf, float)
            else leaf
        ),
    ),
    ("flattened", _array(np.ravel)),
    ("with one axis more", _array(lambda a: a[None])),
    ("transposed", _array(lambda a: np.ascontiguousarray(a.T))),
    ("backwards", _array(lambda a: a[::-1].copy() if a.ndim else a)),
    ("without its last row", _array(lambda a: a[:-1].copy() if a.ndim else a)),
    ("as floats", _array(lambda a: a.astype(np.float64) if a.dtype.kind != "c" else a)),
    ("as small integers", _array(lambda a: a.astype(np.int8) if a.dtype.kind in "iub" else a)),
    ("as a list", _array(lambda a: a.tolist())),
    ("as texts", lambda leaf: str(leaf)[:20]),
    ("as the largest integers", _array(lambda a: np.full(a.shape, np.iinfo(np.int64).max))),
    ("as the least integers", _array(lambda a: np.full(a.shape, np.iinfo(np.int64).min))),
)
