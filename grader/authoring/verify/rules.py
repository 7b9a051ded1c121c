"""The rules in one table, and the check of a problem against them."""

import time
from pathlib import Path

from grader.authoring.verify import folder, mutants, page, solutions, tolerance
from grader.authoring.verify.comparison import comparison
from grader.authoring.verify.evidence import Evidence, VerifyOptions
from grader.authoring.verify.model import Checked, Finding, RuleOutcome, Status, Verification, VerifyRule
from grader.authoring.verify.repeatable import repeatable
from grader.errors import GraderError, IsolationError, ProblemError, UsageError

RULES: tuple[VerifyRule, ...] = (
    VerifyRule(
        "folder",
        "the folder is complete and its parts agree",
        folder.folder,
        base=True,
    ),
    VerifyRule("cases", "the reference runs on every case, and each can be judged", folder.cases, base=True),
    VerifyRule(
        "repeatable", "the reference gives the same results in every interpreter", repeatable, base=True
    ),
    VerifyRule("comparison", "the problem's own comparison handles any result", comparison, base=True),
    VerifyRule("reference", "the reference is accepted as a submission", solutions.reference),
    VerifyRule("submissions", "every submission gets the verdict of its folder", solutions.submissions),
    VerifyRule("mistakes", "every mistake is caught by two cases", solutions.mistakes),
    VerifyRule("mutants", "fixed cases kill every mutant of the reference", mutants.mutants),
    VerifyRule("equivalents", "recorded equivalents are few, and equivalent", mutants.equivalents),
    VerifyRule("tolerance", "right results use at most a quarter of the tolerance", tolerance.tolerance),
    VerifyRule("head-room", "right solutions stay far below the limits", solutions.head_room),
    VerifyRule("starter", "the starter runs and is not accepted", page.starter),
    VerifyRule("page", "the page names the function, its parameters and defaults", page.page),
)


def verify(place: Path, conditions: VerifyOptions | None = None) -> Verification:
    """Check one problem folder against all rules.

    Raises
    ------
    UsageError
        There is no such folder.
    IsolationError
        The sandbox can't be had on this machine.
    """
    conditions = conditions or VerifyOptions()
    with Evidence(place, conditions) as evidence:
        return verification(evidence)


def verification(evidence: Evidence) -> Verification:
    """Check the problem of some evidence against all rules; the evidence stays usable.

    An error while a rule is checked breaks that rule, and ends the verification of this problem only.
    """
    began = time.monotonic()
    checks: list[Checked] = []
    broken = False
    for rule in RULES:
        if broken:
            checks.append(Checked(rule.name, rule.title, "skipped"))
            continue
        found, ended = _checked(rule, evidence)
        status: Status = "failed" if found.findings else "ok"
        checks.append(Checked(rule.name, rule.title, status, found.figures, found.findings))
        broken = ended or (rule.base and status == "failed")
    return Verification(
        slug=evidence.folder.resolve().name,
        folder=str(evidence.folder),
        checks=tuple(checks),
        mutation=None if broken else mutants.score(evidence),
        wall_s=time.monotonic() - began,
    )


def _checked(rule: VerifyRule, evidence: Evidence) -> tuple[RuleOutcome, bool]:
    """Return what a rule's check found, and whether it could not finish."""
    try:
        return rule.check(evidence), False
    except (IsolationError, UsageError):
        raise
    except ProblemError as error:
        return RuleOutcome(folder.findings_of(error.faults)), True
    except GraderError as error:
        return RuleOutcome((Finding("", str(error)),)), True
    except Exception as error:  # noqa: BLE001 - the other problems are still verified
        what = f"a fault of grader itself: {type(error).__name__}: {error}; please report it"
        return RuleOutcome((Finding("", what[:500]),)), True
