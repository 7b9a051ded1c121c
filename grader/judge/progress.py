"""Cases judged while the submission still runs, in small groups, and told in order.

All cases in one comparison are quickest, but then nothing can be told before the last. So consecutive cases
share a desk, as many as keep the comparison cheap; a group that is kept waiting by a slow call is judged
case by case as far as it has come.
"""

from collections.abc import Callable, Iterator, Sequence

from grader.bank.model import BankCase
from grader.errors import JudgeFault
from grader.outcomes.outcome import CaseEvaluator, Outcome, Standard, judge_case
from grader.runner.status import Run, RunResult

GROUP_CASES = 16
_PATIENCE_S = 0.02


class StreamingEvaluator:
    """Desks for consecutive groups of the same cases, for one submission after the other."""

    def __init__(self, cases: Sequence[BankCase], standard: Standard) -> None:
        self._standard = standard
        self._groups = [cases[at : at + GROUP_CASES] for at in range(0, len(cases), GROUP_CASES)]
        self._desks = [CaseEvaluator(group, standard) for group in self._groups]

    def judge(
        self, run: Run, asked: Sequence[int], on_case: Callable[[Outcome], None]
    ) -> tuple[Outcome, ...]:
        """Return the outcome of each case; call `on_case` with each as soon as it is known.

        Parameters
        ----------
        run
            Gives the results, in the order of the cases.
        asked
            The number of each case's call.
        on_case
            Is called in the order of the cases.

        Raises
        ------
        JudgeFault
            The runner gave other results than those that were asked for.
        """
        outcomes: list[Outcome] = []
        numbers = iter(asked)
        for group, desk in zip(self._groups, self._desks, strict=True):
            waiting: list[RunResult] = []
            judged = 0  # of this group
            for result in _some(run, numbers, len(group)):
                waiting.append(result)
                whole = len(waiting) == len(group)
                if whole and not judged:
                    found = list(desk.judge(waiting))
                elif whole or not run.wait(_PATIENCE_S):
                    found = [
                        judge_case(c, r, self._standard)
                        for c, r in zip(group[judged:], waiting[judged:], strict=False)
                    ]
                else:
                    continue
                judged += len(found)
                outcomes += found
                for outcome in found:
                    on_case(outcome)
        if next(iter(run), None) is not None:
            raise JudgeFault("the runner gave more results than were asked for")
        return tuple(outcomes)


def _some(run: Run, numbers: Iterator[int], count: int) -> Iterator[RunResult]:
    """Yield the next results, each of which must be that of the next number."""
    for _ in range(count):
        result = next(iter(run), None)
        if result is None or result.call != next(numbers):
            raise JudgeFault("the runner gave the result of another call than the one that was asked for")
        yield result
