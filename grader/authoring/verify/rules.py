"""The rules that a problem keeps, in one table, and a problem held to them."""

import time
from pathlib import Path

from grader.authoring.verify import folder, mutants, page, solutions, tolerance
from grader.authoring.verify.evidence import Conditions, Evidence
from grader.authoring.verify.model import Checked, Rule, Status, Verification

RULES: tuple[Rule, ...] = (
    Rule(
        "folder",
        "the folder says what it must, and each part agrees with the others",
        folder.folder,
        base=True,
    ),
    Rule("cases", "the reference answers every case, and each can be judged", folder.cases, base=True),
    Rule("reference", "the reference is accepted as a submission", solutions.reference),
    Rule("submissions", "every submission earns the verdict of its folder", solutions.submissions),
    Rule("mistakes", "every mistake is caught by two cases", solutions.mistakes),
    Rule("mutants", "fixed cases kill every mutant of the reference", mutants.mutants),
    Rule("equivalents", "recorded equivalents are few, and equivalent", mutants.equivalents),
    Rule("tolerance", "right answers use a quarter of the tolerance at most", tolerance.tolerance),
    Rule("head-room", "right solutions stay far below the limits", solutions.head_room),
    Rule("starter", "the starter runs and is not accepted", page.starter),
    Rule("page", "the page names what a solution is called with", page.page),
)


def verify(place: Path, conditions: Conditions | None = None) -> Verification:
    """Hold one problem folder to all rules.

    Raises
    ------
    UsageError
        There is no such folder.
    JudgeFault
        The sandbox failed, or can't be had on this machine.
    """
    conditions = conditions or Conditions()
    with Evidence(place, conditions) as evidence:
        return verification(evidence)


def verification(evidence: Evidence) -> Verification:
    """Hold the problem of some evidence to all rules; the evidence can be used further on."""
    began = time.monotonic()
    checks: list[Checked] = []
    broken = False
    for rule in RULES:
        if broken:
            checks.append(Checked(rule.name, rule.title, "skipped"))
            continue
        found = rule.check(evidence)
        status: Status = "failed" if found.findings else "ok"
        checks.append(Checked(rule.name, rule.title, status, found.figures, found.findings))
        broken = rule.base and status == "failed"
    return Verification(
        slug=evidence.folder.resolve().name,
        folder=str(evidence.folder),
        checks=tuple(checks),
        mutation=None if broken else mutants.score(evidence),
        wall_s=time.monotonic() - began,
    )
