"""Verify a problem, and add the inputs that kill surviving mutants as fixed cases."""

import re
from dataclasses import replace
from pathlib import Path

from grader.authoring.add_case import add
from grader.authoring.distinguish import greedy
from grader.authoring.mutate import Mutant
from grader.authoring.verify.evidence import Evidence, VerifyOptions
from grader.authoring.verify.model import Verification
from grader.authoring.verify.rules import verification, verify
from grader.errors import GraderError


def verify_and_add(folder: Path, conditions: VerifyOptions) -> Verification:
    """Verify a problem; add cases for surviving mutants that an input tells apart; verify it again.

    Cases are added only as long as mutants are left that the ones before do not kill.
    """
    notes: list[str] = []
    with Evidence(folder, conditions) as evidence:
        first = verification(evidence)
        if first.mutation is None:
            return first
        found = list(evidence.distinguished.values())
        names = {case.name for case in evidence.problem.cases}
        for mutant, case in list(greedy(evidence.quick_sandboxes, found)):
            named = replace(case, name=_name(mutant, names), why=_why(mutant))
            names.add(named.name)
            try:
                path = add(folder, named)
            except GraderError as error:
                notes.append(f"not added for line {mutant.line}, {mutant.what}: {error}")
            else:
                notes.append(f"added {named.name} to {path}")
    if not any(note.startswith("added") for note in notes):
        return replace(
            first, notes=tuple(notes) or ("no case was added: no input was found that kills a survivor",)
        )
    return replace(verify(folder, conditions), notes=tuple(notes))


def _name(mutant: Mutant, taken: set[str]) -> str:
    stem = re.sub(r"[^a-z0-9]+", "_", f"{mutant.fault}_line_{mutant.line}".lower()).strip("_")
    return next(
        name for name in (stem, *(f"{stem}_{n}" for n in range(2, len(taken) + 3))) if name not in taken
    )


def _why(mutant: Mutant) -> str:
    return f"the result differs if {mutant.what}"[:200]
