"""Check the folder as a whole: its contents, and that cases can be made from it."""

from grader.authoring.equivalents import file_faults
from grader.authoring.verify.evidence import Evidence
from grader.authoring.verify.model import Finding, RuleOutcome
from grader.bank.cache import open_bank
from grader.errors import ProblemError
from grader.problem.validate import folder_faults


def folder(evidence: Evidence) -> RuleOutcome:
    """Find wrong keys, files, signatures, groups, cited sentences and hand-worked values."""
    faults = folder_faults(evidence.folder)
    faults += file_faults(evidence.folder)
    if faults:
        return RuleOutcome(findings_of(faults))
    cases = evidence.problem.cases
    worked = sum(getattr(case, "want", None) is not None for case in cases)
    return RuleOutcome(figures=f"{len(cases)} fixed cases, {worked} worked by hand")


def cases(evidence: Evidence) -> RuleOutcome:
    """Find cases that the reference does not answer, or that can't be judged, with another seed as well."""
    try:
        bank = evidence.bank
        if not evidence.conditions.hurry:
            open_bank(evidence.problem, seed=1, cache_dir=evidence.conditions.cache_dir)
    except ProblemError as error:
        return RuleOutcome(findings_of(error.faults))
    generated = sum(case.visibility == "generated" for case in bank.cases)
    return RuleOutcome(figures=f"{len(bank.cases)} cases, {generated} of them generated")


def findings_of(faults: "list[str] | tuple[str, ...]") -> tuple[Finding, ...]:
    """Return faults of a problem folder, one line each, as findings."""
    return tuple(Finding("", line) for line in faults)
