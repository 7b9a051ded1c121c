"""Check everything that is run: the reference, the submissions beside the problem, the mistakes."""

from collections.abc import Iterator

from grader.authoring.sandboxes import Trial, Tried, counts, until_failed, verdict_of
from grader.authoring.submitted import Submitted, read_submissions
from grader.authoring.verify.evidence import Evidence
from grader.authoring.verify.model import Finding, RuleOutcome
from grader.judge.agreement import nondeterministic
from grader.outcomes.outcome import Outcome
from grader.outcomes.words import message_of
from grader.problem.faults import said
from grader.verdicts import BY_CODE, FOLDERS, Verdict

LEAST_CASES = 2
"""That catch a mistake: one may be the very one that a learner is shown."""
REFERENCE_SHARE = 0.25
"""Of a limit that the reference may use."""
ACCEPTED_SHARE = 0.5
"""Of a limit that an accepted submission may use."""


def reference(evidence: Evidence) -> RuleOutcome:
    """Submit the reference: it must be accepted without a warning."""
    problem, tried = evidence.problem, evidence.reference
    findings = []
    path = str(problem.place / "reference.py")
    if tried.failures:
        first = tried.failures[0]
        why = _why(evidence, first)
        what = f"is not accepted itself: {why}; make it pass in the sandbox"
        if first.verdict == Verdict.JE:
            what = f"can't be judged: {why}; fix what made the judge fail"
        findings.append(Finding(path, what))
    names = {(o.case.name, argument) for o in tried.outcomes for _, argument in o.run.changed}
    if names:
        findings.append(Finding(path, f"changes an argument on case {min(names)[0]}; work on a copy"))
    printed = next((o for o in tried.outcomes if o.run.output.strip()), None)
    if printed is not None:
        text = said(printed.run.output.strip())
        findings.append(Finding(path, f"prints on case {printed.case.name}: {text}; remove the print"))
    if nondeterministic(tried.outcomes):
        findings.append(
            Finding(path, "returns different results for equal calls; remove state and random numbers")
        )
    return RuleOutcome(tuple(findings), f"right on {len(tried.outcomes) - len(tried.failures)} cases")


def submissions(evidence: Evidence) -> RuleOutcome:
    """Find files of ``submissions/<slug>/<verdict>/`` that get another verdict; require an accepted one."""
    folder = evidence.submissions_folder
    _, faults = read_submissions(folder)
    findings = [Finding("", line) for line in faults]
    if not any(s.verdict is Verdict.AC for s in evidence.submitted):
        where = str(folder / "accepted")
        findings.append(Finding(where, "holds no solution; add one that differs from the reference"))
    for submitted, tried in evidence.tried.items():
        got = verdict_of(evidence.problem, tried.outcomes)
        if got is not submitted.verdict:
            findings.append(Finding(str(submitted.path), _misplaced(evidence, submitted, tried, got)))
    verdicts = [s.verdict for s in evidence.submitted]
    counted = ", ".join(f"{verdicts.count(v)} {v}" for v in FOLDERS.values() if v in verdicts)
    return RuleOutcome(tuple(findings), counted or "none")


def _misplaced(evidence: Evidence, submitted: Submitted, tried: Tried, got: Verdict) -> str:
    if got is Verdict.AC:
        return (
            f"is accepted (AC), its folder says {submitted.verdict}: no case catches it; add one that does "
            "(grader add-case), or move the file to accepted/"
        )
    decisive = next((o for o in tried.outcomes if not o.right and counts(evidence.problem, o)), None)
    why = "" if decisive is None else f" ({_why(evidence, decisive)})"
    right = BY_CODE[got].folder
    mend = "correct it or the case" if submitted.verdict is Verdict.AC else "correct it"
    remedy = f"; {mend}, or move it to {right}/" if right else "; fix what made the judge fail"
    return f"gets {got}, its folder says {submitted.verdict}{why}{remedy}"


def mistakes(evidence: Evidence) -> RuleOutcome:
    """Find mistakes that fewer than two cases catch, or that never end."""
    problem = evidence.problem
    if not problem.mistakes:
        return RuleOutcome(figures="none")
    found: list[Finding] = []
    forgiven = {name for group in problem.spec.groups.values() for name in group.forgives}
    trials = [
        Trial(
            # The whole file that it is in, with the mistake under the entry point's name.
            problem.files.sources[mistake.file]
            + f"\n\n{problem.spec.entry_point} = {mistake.name}\n".encode(),
            enough=until_failed(problem, LEAST_CASES),
        )
        for mistake in problem.mistakes
    ]
    unusable: set[str] = set()  # files, each of which is one finding
    every = evidence.quick_sandboxes.try_all(trials)
    for mistake, trial, tried in zip(problem.mistakes, trials, every, strict=True):
        path = problem.place / mistake.file
        caught = [o for o in tried.failures if counts(problem, o)]
        if mistake.file in unusable:
            continue
        if caught and caught[0].run.at_import:
            what = f"can't be run as a submission: {_why(evidence, caught[0])}; use only what it may import"
            found.append(Finding(str(path), what))
            unusable.add(mistake.file)
            continue
        endless = next((o for o in caught if o.verdict is Verdict.TLE), None)
        if endless is not None and _is_endless(evidence, trial, endless):
            what = (
                f"does not terminate on case {endless.case.name}, and the judge runs it for every wrong "
                f"submission; make it terminate"
            )
            found.append(Finding(f"{path}: {mistake.name}", what))
            continue
        if not caught and mistake.name in forgiven:
            continue  # there for its rounding: right in exact arithmetic, and forgiven where that shows
        if len(caught) < LEAST_CASES:
            by = f"only by {caught[0].case.name}" if caught else "by no case"
            what = f"is caught {by}, fewer than {LEAST_CASES} cases; add a case on which it fails"
            found.append(Finding(f"{path}: {mistake.name}", what))
    if unusable:
        return RuleOutcome(tuple(found))
    return RuleOutcome(tuple(found), f"{len(trials) - len(found)} of {len(trials)} caught or forgiven")


def _is_endless(evidence: Evidence, trial: Trial, outcome: Outcome) -> bool:
    """Tell whether what took too long for a hurried trial takes too long under the problem's own limits."""
    index = evidence.bank.cases.index(outcome.case)
    tried = evidence.sandboxes.try_all([Trial(trial.source, cases=[index])])[0]
    return any(o.verdict is Verdict.TLE for o in tried.outcomes)


def head_room(evidence: Evidence) -> RuleOutcome:
    """Find limits of which the reference uses more than a quarter, or an accepted submission half."""
    limits = evidence.problem.spec.limits
    runs = [("reference.py", REFERENCE_SHARE, evidence.reference)]
    runs += [(s.name, ACCEPTED_SHARE, t) for s, t in evidence.tried.items() if s.verdict is Verdict.AC]
    findings: list[Finding] = []
    most = 0.0
    for name, share, tried in runs:
        used = {
            "cpu_s_call": max((o.run.cpu_s for o in tried.outcomes), default=0.0) / limits.cpu_s_call,
            "cpu_s_total": tried.usage.cpu_s / limits.cpu_s_total,
            "memory_bytes": tried.usage.memory_bytes / limits.memory_bytes,
        }
        most = max(most, *used.values())
        findings += _too_much(evidence, name, share, used)
    return RuleOutcome(tuple(findings), f"at most {most:.0%} of a limit is used")


def _too_much(evidence: Evidence, name: str, share: float, used: dict[str, float]) -> Iterator[Finding]:
    where = str(evidence.problem.place / "problem.toml")
    for limit, part in used.items():
        if part > share:
            what = (
                f"{name} uses {part:.0%} of it, more than {share:.0%}; raise the limit, or use smaller cases"
            )
            yield Finding(f"{where}: limits.{limit}", what)


def _why(evidence: Evidence, outcome: Outcome) -> str:
    imports = evidence.problem.spec.allowed_imports
    message = message_of(outcome, allowed_imports=imports, in_full=True) or outcome.verdict
    return f"case {outcome.case.name}: {message}"
