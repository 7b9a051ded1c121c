"""A bank from a problem: every fixed case, generated ones, and what the reference says to each."""

import hashlib
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

import numpy as np

from grader.bank.calls import call_of, steps_of
from grader.bank.draw import drawing
from grader.bank.limits import MAX_WANT_BYTES, LimitError, echoed_bytes, measure, measure_result
from grader.bank.model import Bank, BankCase
from grader.comparator.derived import Derived, expect, reject_chance
from grader.comparator.expected import as_want
from grader.comparator.values import copied
from grader.errors import ProblemError
from grader.problem.bound import Stopped, TookTooLong, bounded
from grader.problem.case import AnyCase
from grader.problem.code import line_in
from grader.problem.faults import did, fault
from grader.problem.folder import Problem
from grader.problem.validate import place_of, validate
from grader.runner.frames import MAX_VALUES_BYTES
from grader.runner.wire import WireError, encode_call, encode_value

_EXPECTING = 10.0
"""Times what one call may take: a tolerance takes as many, on arrays that are slower."""

_ON_CASE = re.compile(r"on case [^:]+")
_ALIKE = 2

Visibility = Literal["sample", "hidden", "generated"]


def build_bank(problem: Problem, seed: int) -> Bank:
    """Validate a problem and compute all its cases for one seed: samples first, in the order of the groups.

    Raises
    ------
    ProblemError
        With every fault of the folder; or, if it has none, of its cases.
    """
    validate(problem)
    groups = problem.spec.groups
    maker = CaseMaker(problem)
    faults: list[str] = []
    by_group: dict[str, list[BankCase]] = {name: [] for name in groups}
    with drawing(problem, seed, {name: group.generated for name, group in groups.items()}) as draws:
        for case in problem.cases:  # meanwhile candidates are drawn
            visibility: Visibility = "sample" if groups[case.group].visible else "hidden"
            try:
                made = maker.make(case.name, case, visibility)
            except ProblemError as error:
                faults += error.faults
                if isinstance(error.__cause__, TookTooLong):
                    raise ProblemError(faults) from error  # each case would take as long
                continue
            if isinstance(made, str):
                path, key = place_of(problem, case)
                faults.append(fault(path, key, f"can't be judged: {made}; choose other arguments"))
            else:
                by_group[case.group].append(made)
        for name, group in groups.items():
            if not group.generated:
                continue
            try:
                by_group[name] += draws.take(name, group.generated, maker.admitted)
            except ProblemError as error:
                faults += error.faults
                break  # what else was drawn is lost with the interpreter
        faults += draws.faults
    if faults:
        raise ProblemError(_briefly(faults))
    order = sorted(groups, key=lambda name: not groups[name].visible)
    cases = tuple(case for name in order for case in by_group[name])
    return Bank(problem.slug, seed, digest_of(cases), cases)


def _briefly(faults: list[str]) -> list[str]:
    """Return faults with those that differ in nothing but the case told of a few cases."""
    alike: dict[tuple[str, str], list[str]] = {}
    for line in faults:
        case = _ON_CASE.search(line)
        alike.setdefault((line[: case.start()], line[case.end() :]) if case else (line, ""), []).append(line)
    told: list[str] = []
    for (where, what), lines in alike.items():
        told += lines[:_ALIKE]
        rest = len(lines) - _ALIKE
        told += lines[_ALIKE:] if rest <= 1 else [f"{where}on {rest} more cases{what}"]
    return told


class CaseMaker:
    """Makes cases of one problem ready for judging."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        functions = {mistake.name: mistake.function for mistake in problem.mistakes}
        self._forgives: dict[str, list[Callable[..., Any]]] = {
            name: [functions[forgiven] for forgiven in group.forgives]
            for name, group in problem.spec.groups.items()
        }

    def make(self, name: str, case: AnyCase, visibility: Visibility) -> BankCase | str:
        """Return the case with wants and tolerances, or why it is not admitted.

        Raises
        ------
        ProblemError
            The reference fails on it, does not end, changes its arguments, or returns what can't be
            compared; or an argument or a result exceeds a limit.
        """
        steps = steps_of(case, self._problem.signature)
        echoed = self._measured_arguments(name, case, visibility, steps)
        expected = []
        for i, args in enumerate(steps):
            one = self._expect(name, case, i, list(args.values()))
            if not one.admitted:
                return one.refusal
            expected.append(one)
        size = sum(measure_result(one.want).size_bytes for one in expected)
        if size > MAX_WANT_BYTES:
            return f"its results have {size:,} bytes, more than the {MAX_WANT_BYTES:,} of one case"
        if size + echoed > MAX_VALUES_BYTES:
            return (
                f'its results and arguments, which come back under in_place = "reject", have '
                f"{size + echoed:,} bytes, more than the {MAX_VALUES_BYTES:,} of one case"
            )
        return BankCase(
            name=name,
            group=case.group,
            visibility=visibility,
            why=case.why,
            steps=steps,
            call=call_of(case, self._problem.signature),
            wants=tuple(one.want for one in expected),
            tolerances=tuple(one.tolerance for one in expected),
        )

    def admitted(self, name: str, case: AnyCase) -> BankCase | None:
        """Return a generated case, None if it is not admitted."""
        made = self.make(name, case, "generated")
        return None if isinstance(made, str) else made

    def _measured_arguments(
        self, name: str, case: AnyCase, visibility: Visibility, steps: tuple[dict[str, Any], ...]
    ) -> int:
        """Return how many bytes of arguments come back, 0 if they need not."""
        problem = self._problem
        echo = problem.spec.in_place == "reject"
        echoed = 0
        try:
            for args in steps:
                for argument, value in args.items():
                    measure(value, f"args.{argument}")
                    echoed += echoed_bytes(value, f"args.{argument}") if echo else 0
        except LimitError as error:
            path, key = problem.place / "strategies.py", case.group
            if visibility != "generated":
                path, key = place_of(problem, case)
            raise ProblemError(fault(path, key, f"on case {name}, {error}")) from error
        return echoed

    def _expect(self, name: str, case: AnyCase, step: int, args: list[Any]) -> Derived:
        problem = self._problem
        where = name if len(case.calls) == 1 else f"{name}, call {step}"
        try:
            reference = problem.reference
            with quiet():
                passed = [copied(arg) for arg in args]
                with bounded(problem.longest_call_s):
                    first = reference(*passed)
                measure_result(first)
                _reject_changed(args, passed, problem.signature.names)
                with bounded(_EXPECTING * problem.longest_call_s):
                    expected = expect(problem.spec.comparison, reference, args, self._forgives[case.group])
                reject_chance(problem.spec.comparison.kind, as_want(first, reference), expected.want)
                return expected
        except LimitError as error:
            raise ProblemError(
                fault(problem.place / "reference.py", f"on case {where}", str(error))
            ) from error
        except ProblemError as error:
            raise ProblemError(
                fault(problem.place / "reference.py", f"on case {where}", line) for line in error.faults
            ) from error
        except Exception as error:
            path = problem.place / "reference.py"
            line = line_in(error, path) if isinstance(error, Stopped) else None
            where = f"on case {where}, line {line}" if line else f"on case {where}"
            what = f"{did(error)}; correct the reference, or the case"
            raise ProblemError(fault(path, where, what)) from error


@contextmanager
def quiet() -> Iterator[None]:
    """Let numpy and Python warn of nothing: what odd values do is compared, not told."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def _reject_changed(before: list[Any], after: list[Any], names: tuple[str, ...]) -> None:
    for old, new, name in zip(before, after, names, strict=False):
        try:
            same = encode_value(old) == encode_value(new)
        except WireError:  # what the argument holds now does not travel, as what it was does
            same = False
        if not same:
            raise ProblemError(f"changes its argument {name}; let it work on a copy")


def digest_of(cases: tuple[BankCase, ...]) -> str:
    """Return the SHA-256 over everything in which two banks could differ."""
    digest = hashlib.sha256()
    for case in cases:
        for part in (
            encode_value([case.name, case.group, case.visibility]),
            encode_call(case.call),
            encode_value([case.wants, case.tolerances]),
        ):
            digest.update(len(part).to_bytes(8))
            digest.update(part)
    return digest.hexdigest()
