"""Check the page that the learner reads."""

import re

from grader.authoring.sandboxes import Trial, until_failed, verdict_of
from grader.authoring.verify.evidence import Evidence
from grader.authoring.verify.model import Finding, RuleOutcome
from grader.outcomes.words import message_of
from grader.problem.folder import Problem
from grader.problem.signature import Parameter
from grader.report import page as report
from grader.result import Verdict

_SECTIONS = ("problem", "theory", "examples", "requirements", "constraints", "starter", "cases")


def page(evidence: Evidence) -> RuleOutcome:
    """Find what the page does not name: the function, its parameters, their defaults."""
    problem = evidence.problem
    text = "\n".join((problem.statement, *problem.spec.requirements, *problem.spec.constraints))
    where = str(problem.place / "statement.md")
    names = (problem.spec.entry_point, *problem.signature.names)
    findings = [
        Finding(where, f"does not name `{name}`; say what it is")
        for name in names
        if not re.search(rf"\b{re.escape(name)}\b", text)
    ]
    for parameter in problem.signature.parameters:
        if parameter.has_default and not _tells_default(text, parameter):
            what = f"does not say that `{parameter.name}` is {parameter.default!r} by default; add that"
            findings.append(Finding(where, what))
    findings += _unfinished(problem)
    try:
        report.blocks(problem, sections=_SECTIONS)
    except Exception as error:  # noqa: BLE001 - whatever fails is in the author's texts
        findings.append(Finding(where, f"can't be shown: {type(error).__name__}: {error}"))
    return RuleOutcome(tuple(findings), f"{len(names)} names, {len(problem.spec.hints)} hints")


def _tells_default(text: str, parameter: Parameter) -> bool:
    """Tell whether the page states a default, as a value or in a signature."""
    value = parameter.default
    forms = {repr(value), str(value)}
    if isinstance(value, float):
        forms |= {f"{value:g}", f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e")}
    return any(re.search(rf"(?<![\w.]){re.escape(form)}(?![\w.]*\d)", text) for form in forms if form)


def _unfinished(problem: Problem) -> list[Finding]:
    """Return findings for texts that still say that something is to be written."""
    return [
        Finding(str(problem.place / name), "still has the placeholder ‹…›; write the text")
        for name in ("problem.toml", "statement.md", "theory.md", *problem.files.mistakes())
        if "‹…›" in problem.files.text(name)
    ]


def starter(evidence: Evidence) -> RuleOutcome:
    """Find a starter that cannot be imported, or that is accepted unchanged."""
    tried = evidence.sandboxes.try_all(
        [
            Trial(
                evidence.problem.starter.encode(),
                enough=until_failed(evidence.problem, 1),
            )
        ]
    )[0]
    got = verdict_of(evidence.problem, tried.outcomes)
    where = str(evidence.problem.place / "starter.py")
    if got is Verdict.AC:
        what = (
            "is accepted unchanged; remove the part that the learner must write, or add a case that it fails"
        )
        return RuleOutcome((Finding(where, what),))
    if tried.failures and (got is Verdict.CE or tried.failures[0].run.at_import):
        said = message_of(
            tried.failures[0], allowed_imports=evidence.problem.spec.allowed_imports, in_full=True
        )
        what = f"can't be imported: {said}; a learner must be able to run it"
        return RuleOutcome((Finding(where, what),))
    return RuleOutcome(figures=f"gets {got}")
