"""Check the fixed cases with mutants of the reference."""

from grader.authoring.equivalents import FILE, LEAST, SHARE, entry_for, read_equivalents, unmatched
from grader.authoring.mutate import Mutant
from grader.authoring.verify.evidence import Evidence
from grader.authoring.verify.model import Finding, MutationScore, RuleOutcome, Survivor
from grader.bank.code import code_for


def score(evidence: Evidence) -> MutationScore:
    """Return how many mutants the fixed cases kill, and what is known about the others."""
    fates = evidence.fates
    survivors = tuple(_survivor(evidence, fate.mutant) for fate in fates if not fate.killers)
    return MutationScore(len(fates), len(fates) - len(survivors), survivors, evidence.conditions.draws)


def _survivor(evidence: Evidence, mutant: Mutant) -> Survivor:
    found = evidence.distinguished.get(mutant.key)
    if found is not None:
        code = code_for(evidence.problem.spec.entry_point, found.case)
        return Survivor(mutant.fault, mutant.line, mutant.what, mutant.diff, "distinguished", code)
    if evidence.is_recorded(mutant):
        return Survivor(mutant.fault, mutant.line, mutant.what, mutant.diff, "recorded")
    looked = bool(evidence.conditions.draws) and any(
        g.generated and not g.advisory for g in evidence.problem.spec.groups.values()
    )
    state = "probably equivalent" if looked else "unknown"
    return Survivor(mutant.fault, mutant.line, mutant.what, mutant.diff, state)  # type: ignore[arg-type]


def mutants(evidence: Evidence) -> RuleOutcome:
    """Find mutants that no fixed case kills and that are not recorded as equivalent."""
    total = score(evidence)
    findings = [
        _surviving(evidence, fate.mutant)
        for fate in evidence.fates
        if not fate.killers
        and (fate.mutant.key in evidence.distinguished or not evidence.is_recorded(fate.mutant))
    ]
    findings += _judge_faults(evidence)
    lone = sorted({fate.killers[0] for fate in evidence.fates if len(fate.killers) == 1})
    figures = f"{total.killed} of {total.mutants - total.equivalent} killed"
    left_out = [
        f"{total.count(state)} {name}"
        for state, name in (("recorded", "equivalent"), ("probably equivalent", "probably equivalent"))
        if total.count(state)
    ]
    if left_out:
        figures += f" ({', '.join(left_out)})"
    if lone:
        figures += f"; sole killers: {', '.join(lone)}"
    return RuleOutcome(tuple(findings), figures)


def _judge_faults(evidence: Evidence) -> list[Finding]:
    """Return the results of mutants that the comparison could not judge: a learner may return them too."""
    where = str(evidence.problem.place / "compare.py")
    faults = {fate.fault: fate for fate in evidence.fates if fate.fault}
    return [
        Finding(where, f"the judge fails on an answer: {fault}", fate.mutant.diff)
        for fault, fate in faults.items()
    ]


def _surviving(evidence: Evidence, mutant: Mutant) -> Finding:
    where = f"{evidence.problem.place / 'reference.py'}:{mutant.line}"
    what = f"{mutant.fault}: {mutant.what}: no fixed case kills this mutant"
    found = evidence.distinguished.get(mutant.key)
    if found is not None:
        code = code_for(evidence.problem.spec.entry_point, found.case)
        what += "; this call does: add it as a case, or run verify --add-cases"
        return Finding(where, what, f"{mutant.diff}\n\n{code}")
    if not evidence.conditions.draws:
        what += "; add one (verify without --quick looks for an input)"
        return Finding(where, what, mutant.diff)
    what += (
        f", nor does any of about {evidence.conditions.draws} drawn ones: it is probably equivalent. If no "
        f"input can kill it, record it in {FILE} with a reason; otherwise add that input as a case"
    )
    return Finding(where, what, f"{mutant.diff}\n\n{entry_for(mutant)}")


def equivalents(evidence: Evidence) -> RuleOutcome:
    """Find recorded equivalents that a case or an input kills, and too many entries."""
    recorded, faults = read_equivalents(evidence.folder)
    findings = [Finding("", line) for line in faults]
    path = str(evidence.problem.place / FILE)
    for entry in unmatched(recorded, evidence.mutants):
        what = f"{entry.mutant!r} for {entry.line!r} is not a mutant of the reference; remove the entry"
        findings.append(Finding(path, what))
    for fate in evidence.fates:
        if not evidence.is_recorded(fate.mutant):
            continue
        if fate.killers:
            what = f"case {fate.killers[0]} kills {fate.mutant.after!r}: not equivalent; remove the entry"
            findings.append(Finding(path, what))
        elif (found := evidence.distinguished.get(fate.mutant.key)) is not None:
            what = f"an input kills {fate.mutant.after!r}: not equivalent; remove the entry, add the case"
            findings.append(Finding(path, what, code_for(evidence.problem.spec.entry_point, found.case)))
    most = max(LEAST, int(SHARE * len(evidence.mutants)))
    if len(recorded) > most:
        what = (
            f"records {len(recorded)} of {len(evidence.mutants)} mutants, more than {most}; "
            "simplify the reference: it does unnecessary work"
        )
        findings.append(Finding(path, what))
    return RuleOutcome(tuple(findings), f"{len(recorded)} recorded, at most {most}")
