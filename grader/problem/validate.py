"""Rules that need a problem's own code to run: one function per rule, listed in one table."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from grader.errors import ProblemError
from grader.problem.arguments import argument_faults
from grader.problem.bound import TookTooLong, bounded
from grader.problem.case import AnyCase, Case, HandWorked, Laid
from grader.problem.code import signature_fault
from grader.problem.faults import did, did_you_mean, fault, said
from grader.problem.folder import Problem, read_folder
from grader.values import ARRAY_DTYPE_KINDS

_CASE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,94}")


def validate(problem: Problem) -> None:
    """Check the whole folder, its code included.

    Raises
    ------
    ProblemError
        With every fault that was found, one line each.
    """
    faults = _code_faults(problem)
    if faults:
        raise ProblemError(faults)


def folder_faults(path: Path | str) -> list[str]:
    """Return every fault of a problem folder, of its text and of its code, one line each.

    Unlike `load_problem` followed by `validate`, it does not stop at faults of the text: what runs
    the code is checked too, unless what it would be checked against is in doubt.

    Raises
    ------
    UsageError
        There is no such folder.
    """
    problem, doubtful, faults = read_folder(Path(path))
    if problem is None or any(_decides(key) for key in doubtful):
        return faults
    try:
        validate(problem)
    except ProblemError as error:
        faults += [line for line in error.faults if line not in faults]
    return faults


def _decides(key: str) -> bool:
    """Tell whether a wrong key of problem.toml leaves open what the code must be like."""
    parts = key.split(".")
    if parts[0] == "groups":
        return len(parts) < 3 or parts[2] in {"generated", "forgives", "visible", "[key]"}
    return parts[0] in {"entry_point", "comparison", "hints"}


def _code_faults(problem: Problem) -> list[str]:
    """Return every fault of the folder's code and cases, in the order of the rules."""
    faults: list[str] = []
    for rule in _RULES:
        try:
            faults += rule(problem)
        except ProblemError as error:
            if isinstance(error.__cause__, TookTooLong):
                return [*faults, *error.faults]  # what else needs this file would take as long
            # Several rules need the same file; that it does not load is one fault.
            faults += [line for line in error.faults if line not in faults]
    return faults


def _reference(problem: Problem) -> Iterator[str]:
    path = problem.place / "reference.py"
    why = signature_fault(problem.reference, problem.signature, defaults=True)
    if why:
        yield fault(path, problem.signature.name, f"{why}; make them equal")


def _starter(problem: Problem) -> Iterator[str]:
    try:
        compile(problem.starter, "starter.py", "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        yield fault(problem.place / "starter.py", "", f"does not compile: {error}")


def _compare(problem: Problem) -> Iterator[str]:
    if "compare.py" not in problem.files.sources or problem.compare is None:
        return  # a missing file is reported with the text
    import inspect  # noqa: PLC0415 - only custom comparisons need it

    count = len(inspect.signature(problem.compare).parameters)
    if count != 3:
        yield fault(problem.place / "compare.py", "compare", f"must take (got, want, args), takes {count}")


def _mistakes(problem: Problem) -> Iterator[str]:
    hints = len(problem.spec.hints)
    for mistake in problem.mistakes:
        path = problem.place / mistake.file
        why = signature_fault(mistake.function, problem.signature, defaults=False)
        if why:
            yield fault(path, mistake.name, f"{why}; make them equal, or begin a helper's name with _")
        if not mistake.title:
            yield fault(path, mistake.name, "has no docstring; describe the mistake for the learner")
        if mistake.hint is None and (stray := re.search(r"\bHint:\s*\d+", mistake.message)):
            what = f"{stray[0]!r} must be a line of its own at the end of the docstring; move it there"
            yield fault(path, mistake.name, what)
        if mistake.hint is not None and not 1 <= mistake.hint <= hints:
            there = f"hints 1 to {hints}" if hints else "no hints"
            yield fault(path, mistake.name, f"names hint {mistake.hint}; problem.toml has {there}")


def _forgives(problem: Problem) -> Iterator[str]:
    known = [mistake.name for mistake in problem.mistakes]
    where = "mistakes.py or mistakes/" if any("/" in m.file for m in problem.mistakes) else "mistakes.py"
    for name, group in problem.spec.groups.items():
        for forgiven in group.forgives:
            if forgiven not in known:
                yield fault(
                    problem.place / "problem.toml",
                    f"groups.{name}.forgives",
                    f"{forgiven!r} is not a function of {where}; {did_you_mean(forgiven, known)}",
                )


def _strategies(problem: Problem) -> Iterator[str]:
    path = problem.place / "strategies.py"
    wanted = [name for name, group in problem.spec.groups.items() if group.generated]
    if problem.strategies_path is None:
        if wanted:
            yield fault(path, "", f"missing; add a strategy for {', '.join(wanted)}")
        return
    try:
        tree = ast.parse(problem.files.sources["strategies.py"])
    except (SyntaxError, ValueError, RecursionError) as error:
        yield fault(path, "", f"does not compile: {error}")
        return
    # Read, not run: it imports Hypothesis, which has no place in the judge's process.
    functions = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
    for name in wanted:
        if name not in functions:
            yield fault(path, name, f"the group generates cases but has no strategy; add `def {name}()`")
    for name in functions:
        if name not in problem.spec.groups:
            yield fault(
                path,
                name,
                f"is not a group of problem.toml; {did_you_mean(name, problem.spec.groups)} "
                "A helper's name begins with _",
            )
        elif name not in wanted:
            yield fault(
                problem.place / "problem.toml",
                f"groups.{name}.generated",
                "is 0 but strategies.py has a strategy for it; set the number of cases, or remove it",
            )


def _cases(problem: Problem) -> Iterator[str]:
    seen: set[str] = set()
    for case in problem.cases:
        path, key = place_of(problem, case)
        for what in _case_faults(problem, case, seen, in_folder=not key):
            yield fault(path, key, what)
        seen.add(case.name)
    for name, group in problem.spec.groups.items():
        if not group.generated and not any(case.group == name for case in problem.cases):
            yield fault(
                problem.place / "problem.toml", f"groups.{name}", "has no cases; add one, or remove the group"
            )


def _case_faults(problem: Problem, case: AnyCase, seen: set[str], *, in_folder: bool) -> Iterator[str]:
    groups = problem.spec.groups
    if not _CASE_NAME.fullmatch(case.name):
        yield f"{said(case.name)} is not a valid case name; use letters, digits, - and _"
    elif case.name in seen:
        yield "another case has this name; choose a new one"
    elif (m := re.fullmatch(r"(.+)-g\d+", case.name)) and m[1] in groups:
        yield "the name is reserved for a generated case; choose a new one"
    if case.group not in groups and not in_folder:  # an unknown folder is reported with the text
        yield f"group: unknown group {case.group!r}; {did_you_mean(case.group, groups)}"
    if not case.why.strip() or "\n" in case.why.strip():
        yield "why: missing; say in one line what the case catches"
    if not case.calls:
        yield "calls: is empty; a sequence needs at least one call"
    omit = case.omit if isinstance(case, Case) else None
    for i, args in enumerate(case.calls):
        step = "" if isinstance(case, Case) else f"call {i}: "
        yield from (step + why for why in argument_faults(args, omit, problem.signature))


def _hand_worked(problem: Problem) -> Iterator[str]:
    reference = problem.reference
    for case in problem.cases:
        if not isinstance(case, Case) or case.want is None:
            continue
        if argument_faults(case.args, case.omit, problem.signature):
            continue
        path, key = place_of(problem, case)
        args = [_copied(case.args[name]) for name in problem.signature.names if name in case.args]
        try:
            with np.errstate(all="ignore"), bounded(problem.longest_call_s):
                got = reference(*args)
        except Exception as error:  # noqa: BLE001 - whatever the reference raises is the author's fault
            yield fault(path, key, f"want: the reference {did(error)}; correct one of them")
            if isinstance(error, TookTooLong):
                return
            continue
        why = worked_fault(got, case.want)
        if why:
            yield fault(path, key, f"want: {why}; correct the value, the decimals or the reference")


def place_of(problem: Problem, case: AnyCase) -> tuple[Path, str]:
    """Return the file of a case, and its name if the file holds several."""
    file = f"cases/{case.group}/{case.name}.toml"
    if file in problem.files.sources:
        return problem.place / file, ""
    return problem.place / "cases.py", case.name


def worked_fault(got: Any, worked: HandWorked) -> str:
    """Return how the reference's value differs from the one worked by hand, empty if it agrees."""
    return _differs(got, worked.value, worked.decimals, "")


def _differs(got: Any, want: Any, decimals: int | None, at: str) -> str:
    """Return how two values differ; `at` is their position in the whole value, in Python syntax."""
    if isinstance(want, (list, tuple)) and isinstance(got, (list, tuple)):
        if len(got) != len(want):
            return _returns(f"{len(got)} elements", at, str(len(want)))
        pairs = enumerate(zip(got, want, strict=True))
        return next((why for i, (g, w) in pairs if (why := _differs(g, w, decimals, f"{at}[{i}]"))), "")
    if isinstance(want, dict) and isinstance(got, dict):
        if got.keys() != want.keys():
            return _returns(f"keys {said(list(got))}", at, said(list(want)))
        return next((why for k in want if (why := _differs(got[k], want[k], decimals, f"{at}[{k!r}]"))), "")
    if isinstance(want, (str, bytes)) or want is None or isinstance(got, (str, bytes)):
        return "" if got == want else _returns(said(got), at, said(want))
    return _numbers_differ(np.asarray(got), np.asarray(want), decimals, at)


def _numbers_differ(
    got: np.ndarray[Any, Any], want: np.ndarray[Any, Any], decimals: int | None, at: str
) -> str:
    if got.dtype.kind not in ARRAY_DTYPE_KINDS or want.dtype.kind not in ARRAY_DTYPE_KINDS:
        return _returns(said(got.tolist()), at, said(want.tolist()))
    if got.shape != want.shape:
        return _returns(f"shape {got.shape}", at, str(want.shape))
    if decimals is None:
        right = (got == want) | (np.isnan(got) & np.isnan(want))
    else:
        # Half a unit of the last decimal, and a few last bits, as 0.5·10^-d and `want` are rounded.
        slack = 0.5 * 10.0**-decimals + 4 * np.finfo(np.float64).eps * np.abs(want)
        with np.errstate(all="ignore"):
            right = (got == want) | (np.abs(got - want) <= slack) | (np.isnan(got) & np.isnan(want))
    if np.all(right):
        return ""
    where = tuple(int(i) for i in np.argwhere(~np.asarray(right))[0])
    return _returns(str(got[where]), f"{at}{list(where)}" if where else at, str(want[where]))


def _returns(got: str, at: str, want: str) -> str:
    return f"the reference returns {got}{f' at {at}' if at else ''}, got {want}"


def _copied(value: Any) -> Any:
    from copy import deepcopy  # noqa: PLC0415 - arrays are the common case

    if isinstance(value, Laid):
        value = value.array
    return value.copy() if isinstance(value, np.ndarray) else deepcopy(value)


_RULES: tuple[Callable[[Problem], Iterator[str]], ...] = (
    _starter,
    _reference,
    _compare,
    _mistakes,
    _forgives,
    _strategies,
    _cases,
    _hand_worked,
)
