"""Mutation testing of the fixed cases: mutants of the reference are run on them."""

from collections.abc import Sequence
from dataclasses import dataclass

from grader.authoring.mutate import Mutant
from grader.authoring.sandboxes import Sandboxes, Trial, until_failed


@dataclass(frozen=True, slots=True)
class Fate:
    """The fate of a mutant: the names of the first cases, at most two, that kill it."""

    mutant: Mutant
    killers: tuple[str, ...]
    fault: str = ""  # what made the judge fail


def run_mutants(mutants: Sequence[Mutant], sandboxes: Sandboxes) -> tuple[Fate, ...]:
    """Try each mutant on the fixed cases that decide a verdict.

    Only these count: generated cases differ between seeds, and advisory cases do not affect the verdict.
    """
    fixed = [
        i
        for i, case in enumerate(sandboxes.cases)
        if case.visibility != "generated" and not sandboxes.problem.spec.groups[case.group].advisory
    ]
    trials = [Trial(mutant.source.encode(), fixed, until_failed(sandboxes.problem, 2)) for mutant in mutants]
    return tuple(
        Fate(
            mutant,
            tuple(o.case.name for o in one.failures),
            next((o.fault for o in one.outcomes if o.fault), ""),
        )
        for mutant, one in zip(mutants, sandboxes.try_all(trials), strict=True)
    )
