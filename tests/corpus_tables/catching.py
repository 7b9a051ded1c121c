"""Which solutions some of a problem's cases catch, run in the real sandbox until the first wrong answer."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from grader.bank.build import CaseMaker
from grader.bank.draw import Draws, candidates_of, seed_prefix
from grader.bank.interpreter import interpreter
from grader.bank.model import BankCase
from grader.comparator.check import rule_for
from grader.judge.session import limits_of
from grader.outcomes.outcome import CaseEvaluator, Standard, judge_case
from grader.runner.client import KernelRunner

HASTY = 0.1


@dataclass(frozen=True)
class Room:
    """Cases, and spawners that hold their calls: one with the problem's limits, one for what may hang."""

    problem: object
    cases: Sequence[BankCase]
    patient: object
    hasty: object

    @property
    def standard(self):
        return Standard(rule=rule_for(self.problem.signature.returns))

    def first_wrong(self, solution, indices=None):
        """Return the outcome of the first case that catches a solution, None if none does."""
        chosen = range(len(self.cases)) if indices is None else indices
        run = (self.hasty if solution.may_hang else self.patient).run(solution.source, calls=chosen)
        groups = self.problem.spec.groups
        for result in run:
            outcome = judge_case(self.cases[result.call], result, self.standard)
            if not outcome.right and not groups[outcome.case.group].advisory:
                return outcome
        return None

    def all_wrong(self, solution, indices):
        """Return the outcomes of all cases that catch a solution; quick where there are none."""
        results = list(self.patient.run(solution.source, calls=indices))
        outcomes = CaseEvaluator([self.cases[i] for i in indices], self.standard).judge(results)
        return [o for o in outcomes if not o.right]


@contextmanager
def room(problem, cases, *, time_factor=1.0):
    """Open spawners for some cases; `time_factor` is for runs over more cases than a bank has."""
    runner = KernelRunner(
        entry_point=problem.spec.entry_point,
        allowed_imports=problem.spec.allowed_imports,
        forbidden=(problem.folder,),
    )
    calls = [case.call for case in cases]
    limits = replace(limits_of(problem), kept_bytes=2**30)
    patient = replace(limits, cpu_s_total=limits.cpu_s_total * time_factor)
    hasty = replace(limits, cpu_s_call=limits.cpu_s_call * HASTY, cpu_s_total=limits.cpu_s_total * HASTY)
    with runner.open(calls, patient) as one, runner.open(calls, hasty) as other:
        yield Room(problem, cases, one, other)


def generated_cases(problem, seeds) -> Iterator[tuple[int, tuple[BankCase, ...]]]:
    """Yield each seed's generated cases, as its bank has them, all drawn in one interpreter.

    A candidate depends on nothing but its own seed, so that this is a bank without what is the same in all.
    """
    groups = {name: group for name, group in problem.spec.groups.items() if group.generated}
    request = [
        {
            "name": name,
            "seed": seed_prefix(problem, seed, name),
            "indices": candidates_of(group.generated),
        }
        for seed in seeds
        for name, group in groups.items()
    ]
    maker = CaseMaker(problem)
    with interpreter(problem, {"mode": "draw", "groups": request}) as running:
        draws = Draws(problem, running)
        for seed in seeds:
            made = [draws.take(name, group.generated, maker.admitted) for name, group in groups.items()]
            assert not draws.faults, draws.faults
            yield seed, tuple(case for cases in made for case in cases)
