"""How many wrong solutions would get through: mutants of the reference, tried on the fixed cases."""

from collections.abc import Sequence
from dataclasses import dataclass

from grader.authoring.mutate import Mutant
from grader.authoring.sandboxes import Sandboxes, Trial, counts


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: the names of the cases that tell it from the reference."""

    mutant: Mutant
    killers: tuple[str, ...]


def fates_of(mutants: Sequence[Mutant], sandboxes: Sandboxes) -> tuple[Fate, ...]:
    """Try each mutant on the fixed cases that decide a verdict.

    Only these count: generated ones are others with another seed, and an advisory case stops nobody.
    """
    fixed = [
        i
        for i, case in enumerate(sandboxes.cases)
        if case.visibility != "generated" and not sandboxes.problem.spec.groups[case.group].advisory
    ]
    tried = sandboxes.try_all([Trial(mutant.source.encode(), fixed) for mutant in mutants])
    return tuple(
        Fate(
            mutant,
            tuple(o.case.name for o in one.failures if counts(sandboxes.problem, o)),
        )
        for mutant, one in zip(mutants, tried, strict=True)
    )
