"""The judge: opens a problem's bank and a sandbox once, then grades one submission after the other."""

import hashlib
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

import numpy as np

from grader.bank.cache import hypothesis_version, open_bank
from grader.bank.limits import measure
from grader.bank.model import Bank
from grader.errors import GraderError, JudgeFault, ProblemCodeFault
from grader.judge.agreement import repeats
from grader.judge.notes import notes
from grader.judge.progress import StreamingEvaluator
from grader.judge.scoring import group_results, score, total_verdict
from grader.judge.visible import bare_result, case_result
from grader.outcomes.aside import Aside
from grader.outcomes.outcome import CaseEvaluator, Outcome, Standard, standard_of
from grader.outcomes.words import message_of, run_message
from grader.problem.folder import Problem
from grader.result import (
    CaseResult,
    Environment,
    ProblemInfo,
    Resources,
    Result,
    SubmissionInfo,
    Verdict,
)
from grader.runner.status import Limits, Runner, RunResult, Status, Usage
from grader.runner.wire import OBJECT_BYTES, Call, encode_value
from grader.version import __version__

if TYPE_CHECKING:
    from grader.explain.explanation import Explanation
    from grader.runner.launch import SpawnerInterpreter

_KEPT_BYTES = 16 * 2**20

Isolation = Literal["kernel", "process"]


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """What running one submission gave, before it is put into a `Result`.

    `shown_cases` are those that `on_case` was called with.
    """

    outcomes: tuple[Outcome, ...]
    usage: Usage
    shown_cases: tuple[CaseResult, ...] | None = None


class Judge:
    """Grades submissions to one problem.

    Parameters
    ----------
    problem
        From `load_problem`.
    seed
        Of the generated cases; at most 128 bits.
    secret_seed
        Leave the seed out of results, but for those made with ``show_hidden``.
    runner
        Another runner than the sandbox; for tests.
    isolation
        ``kernel``, or ``process`` for fork and resource limits only (written into every result).
    time_factor
        Multiplies the problem's time limits, for slow machines.
    cache_dir
        Where banks are kept; by default the user's cache directory.
    started
        An interpreter that is getting ready for the sandbox, if there is one already.

    Raises
    ------
    ProblemError
        The problem breaks its own rules.
    IsolationError
        The sandbox can't be had on this machine.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        seed: int = 0,
        secret_seed: bool = False,
        runner: Runner | None = None,
        isolation: Isolation = "kernel",
        time_factor: float = 1.0,
        cache_dir: Path | None = None,
        started: "SpawnerInterpreter | None" = None,
    ) -> None:
        self.problem = problem
        self.seed = seed
        self.secret_seed = secret_seed
        self.isolation: Isolation = isolation
        self.bank: Bank = open_bank(problem, seed=seed, cache_dir=cache_dir)
        self._runner = runner or _sandbox(problem, isolation, started)
        self._limits = replace(
            limits_of(problem, time_factor),
            kept_bytes=_kept_bytes(self.bank, echo=problem.spec.in_place == "reject"),
        )
        self._spawner = self._runner.open([self._asked(c.call) for c in self.bank.cases], self._limits)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the sandbox's processes."""
        self._spawner.close()

    def grade(
        self,
        source: bytes,
        *,
        path: str | None = None,
        show_hidden: bool = False,
        samples_only: bool = False,
        explained: bool = True,
        on_case: Callable[[CaseResult], None] | None = None,
        on_verdict: Callable[[Verdict, float | None], None] | None = None,
    ) -> Result:
        """Grade one submission.

        Parameters
        ----------
        source
            The file's bytes.
        path
            Its name, for the result.
        show_hidden
            Show arguments, got and want of every case, and a secret seed.
        samples_only
            Run the sample cases only; the result then has no score.
        explained
            Look for the mistake and the smallest failing input, which takes longer than the verdict.
        on_case
            Is called with each case of the result, in order, while the rest is still run.
        on_verdict
            Is called with verdict and score as soon as they are known, before any explanation is looked for.

        Returns
        -------
        Result
            With verdict JE and no score if the judge itself failed; cases shown before do not count then.
        """
        submission = SubmissionInfo(
            path=path, sha256=hashlib.sha256(source).hexdigest(), size_bytes=len(source)
        )
        began_s = time.monotonic()
        aside = Aside()
        try:
            # That numbers from a submission overflow is no news to whoever runs the judge.
            with np.errstate(all="ignore"):
                graded = self._run(source, aside, on_case, show_hidden=show_hidden, samples_only=samples_only)
                if on_verdict is not None:
                    self._settle(graded, on_verdict, samples_only=samples_only)
                explanation = None
                if explained and not samples_only:
                    explanation = aside.attempt(
                        "the explanation",
                        lambda: self._explained(source, graded, aside, show_hidden=show_hidden),
                        None,
                    )
                return self._result(
                    submission,
                    graded,
                    explanation,
                    aside,
                    wall_s=time.monotonic() - began_s,
                    show_hidden=show_hidden,
                    samples_only=samples_only,
                )
        except GraderError as error:
            if type(error) not in (JudgeFault, ProblemCodeFault):
                raise
            return self._fault(submission, str(error), show_hidden=show_hidden)
        except Exception as error:  # noqa: BLE001 - a fault of ours must never become the learner's zero
            return self._fault(submission, f"{type(error).__name__}: {error}"[:500], show_hidden=show_hidden)

    def _asked(self, call: Call) -> Call:
        """Return `call` as it is asked: where no argument may be changed, they are to come back."""
        return replace(call, echo=True) if self.problem.spec.in_place == "reject" else call

    def _run(
        self,
        source: bytes,
        aside: Aside | None = None,
        on_case: Callable[[CaseResult], None] | None = None,
        *,
        show_hidden: bool = False,
        samples_only: bool = False,
    ) -> JudgedRun:
        beside = aside or Aside(raising=True)
        cases = self.bank.cases
        indices = [i for i, c in enumerate(cases) if c.visibility == "sample"] if samples_only else None
        run = self._spawner.run(source, calls=indices)
        asked = list(range(len(cases))) if indices is None else indices
        if on_case is not None:
            shown_cases: list[CaseResult] = []

            def tell(outcome: Outcome) -> None:
                shown_cases.append(self._case_result(outcome, beside, show_hidden=show_hidden))
                on_case(shown_cases[-1])

            panel = (
                self._panel
                if indices is None
                else StreamingEvaluator([cases[i] for i in indices], self._standard)
            )
            return JudgedRun(panel.judge(run, asked, tell), run.usage, tuple(shown_cases))
        results = list(run)
        if [r.call for r in results] != asked:
            raise JudgeFault(f"the runner gave {len(results)} results for {len(asked)} calls, or other ones")
        if indices is None:
            return JudgedRun(self._desk.judge(results), run.usage)
        return JudgedRun(CaseEvaluator([cases[i] for i in indices], self._standard).judge(results), run.usage)

    @cached_property
    def _desk(self) -> CaseEvaluator:
        return CaseEvaluator(self.bank.cases, self._standard)

    @cached_property
    def _panel(self) -> StreamingEvaluator:
        return StreamingEvaluator(self.bank.cases, self._standard)

    @cached_property
    def _repeats(self) -> list[list[tuple[int, int]]]:
        return repeats(self.bank.cases)

    @cached_property
    def _standard(self) -> Standard:
        return standard_of(self.problem)

    def _settle(
        self, graded: JudgedRun, on_verdict: Callable[[Verdict, float | None], None], *, samples_only: bool
    ) -> None:
        groups = self.problem.spec.groups
        pairs = [(o.case.group, o.verdict) for o in graded.outcomes]
        verdict = total_verdict(groups, pairs)
        scored = not samples_only and verdict != Verdict.JE
        on_verdict(verdict, score(group_results(groups, pairs)) if scored else None)

    def _case_result(self, outcome: Outcome, aside: Aside, *, show_hidden: bool) -> CaseResult:
        imports = self.problem.spec.allowed_imports
        shown = aside.attempt(
            "showing a case",
            lambda: case_result(outcome, allowed_imports=imports, show_hidden=show_hidden),
            None,
        )
        return bare_result(outcome) if shown is None else shown

    def _explained(
        self, source: bytes, graded: JudgedRun, aside: Aside, *, show_hidden: bool
    ) -> "Explanation | None":
        spec = self.problem.spec
        verdict = total_verdict(spec.groups, [(o.case.group, o.verdict) for o in graded.outcomes])
        if verdict in (Verdict.AC, Verdict.JE, Verdict.CE):
            return None
        # Half as much to load as all the rest of the judge: who is right need not wait for it.
        from grader.explain.allowance import Allowance, run_time_s  # noqa: PLC0415
        from grader.explain.explanation import explain  # noqa: PLC0415

        def run_one(call: Call, *, wall_s: float) -> RunResult:
            return self._spawner.run_one(source, self._asked(call), wall_s=wall_s)

        allowance = Allowance(
            run_one,
            run_s=run_time_s(graded.usage.import_s, graded.outcomes),
            wall_s=self._limits.wall_budget_s - graded.usage.wall_s,
        )
        return explain(
            self.problem,
            self.bank,
            graded.outcomes,
            standard=self._standard,
            allowance=allowance,
            show=spec.show_counterexamples or show_hidden,
            aside=aside,
        )

    def _result(
        self,
        submission: SubmissionInfo,
        graded: JudgedRun,
        explanation: "Explanation | None",
        aside: Aside,
        *,
        wall_s: float,
        show_hidden: bool,
        samples_only: bool,
    ) -> Result:
        spec = self.problem.spec
        outcomes = graded.outcomes
        pairs = [(o.case.group, o.verdict) for o in outcomes]
        verdict = total_verdict(spec.groups, pairs)
        groups = group_results(spec.groups, pairs)
        usage = graded.usage
        return Result(
            problem=self._problem_info,
            submission=submission,
            verdict=verdict,
            score=None if verdict == Verdict.JE or samples_only else score(groups),
            message=aside.attempt(
                "the message", lambda: self._headline(outcomes, verdict, show_hidden=show_hidden), None
            ),
            groups=groups,
            cases=tuple(
                (self._case_result(o, aside, show_hidden=show_hidden) for o in outcomes)
                if graded.shown_cases is None
                else graded.shown_cases
            ),
            diagnosis=explanation.diagnosis if explanation else (),
            counterexample=explanation.counterexample if explanation else None,
            warnings=tuple(
                notes(
                    self.problem,
                    outcomes,
                    usage,
                    isolation=self._runner.isolation,
                    repeats=lambda: self._repeats if len(outcomes) == len(self.bank.cases) else None,
                    cut_short=explanation.cut_short if explanation else None,
                    aside=aside,
                )
            ),
            resources=Resources(
                wall_s=round(wall_s, 6), cpu_s=round(usage.cpu_s, 6), memory_bytes=usage.memory_bytes
            ),
            environment=self._environment(show_hidden=show_hidden),
        )

    def _headline(self, outcomes: Sequence[Outcome], verdict: Verdict, *, show_hidden: bool) -> str | None:
        groups = self.problem.spec.groups
        for outcome in outcomes:
            if outcome.verdict == verdict != Verdict.AC and not (
                groups[outcome.case.group].advisory and verdict != Verdict.JE
            ):
                imports = self.problem.spec.allowed_imports
                if outcome.run.at_import and outcome.run.status != Status.RETURNED:
                    return run_message(outcome.run, allowed_imports=imports, in_full=True)
                open_ = show_hidden or outcome.case.visibility == "sample"
                return message_of(outcome, allowed_imports=imports, in_full=open_)
        return None

    @cached_property
    def _problem_info(self) -> ProblemInfo:
        problem = self.problem
        return ProblemInfo(
            slug=problem.slug,
            title=problem.spec.title,
            digest=problem.digest,
            many_answers=problem.spec.comparison.kind == "custom",
        )

    def _environment(self, *, show_hidden: bool) -> Environment:
        return Environment(
            grader=__version__,
            python=platform.python_version(),
            numpy=np.__version__,
            hypothesis=hypothesis_version(),
            platform=f"{platform.system()}-{platform.machine()}",
            isolation=self.isolation,
            seed=self.seed if show_hidden or not self.secret_seed else None,
        )

    def _fault(self, submission: SubmissionInfo, message: str, *, show_hidden: bool) -> Result:
        return Result(
            problem=self._problem_info,
            submission=submission,
            verdict=Verdict.JE,
            score=None,
            message=f"the judge failed: {message}",
            environment=self._environment(show_hidden=show_hidden),
        )


def _sandbox(problem: Problem, isolation: Isolation, started: "SpawnerInterpreter | None") -> Runner:
    from grader.runner.client import KernelRunner  # noqa: PLC0415 - needs Linux, which a judge's logic does not

    return KernelRunner(
        entry_point=problem.spec.entry_point,
        allowed_imports=problem.spec.allowed_imports,
        isolation=isolation,
        forbidden=(problem.folder,),
        started=started,
    )


def limits_of(problem: Problem, time_factor: float = 1.0) -> Limits:
    """Return the problem's limits in the runner's form, times multiplied by `time_factor`."""
    limits = problem.spec.limits
    return Limits(
        cpu_s_call=limits.cpu_s_call * time_factor,
        cpu_s_total=limits.cpu_s_total * time_factor,
        import_s=limits.import_s * time_factor,
        memory_bytes=limits.memory_bytes,
        output_bytes=limits.output_bytes,
    )


def _kept_bytes(bank: Bank, *, echo: bool) -> int:
    """Return how much all calls together may return: some more than what is wanted, and is to come back."""
    wanted = 0
    for want in (want for case in bank.cases for want in case.wants):
        wanted += measure(want).size_bytes * (1 if isinstance(want, np.ndarray) else OBJECT_BYTES)
    if echo:
        wanted += OBJECT_BYTES * sum(len(encode_value(case.call.steps)) for case in bank.cases)
    return _KEPT_BYTES + 2 * wanted
