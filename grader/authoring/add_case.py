"""Add a fixed case in the place where a person would write it, and keep it only if the problem is valid."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.authoring.identity import same_call
from grader.authoring.literal_file import as_toml, completed
from grader.authoring.python_file import inserted
from grader.authoring.read_code import case_from_code
from grader.bank.build import CaseMaker
from grader.errors import ProblemError, UsageError
from grader.problem.case import AnyCase, Case
from grader.problem.faults import did_you_mean
from grader.problem.folder import Problem, load_problem
from grader.problem.literals import read_case
from grader.problem.validate import validate
from grader.verdicts import is_right
from grader.writing import locked, write_file

if TYPE_CHECKING:
    from grader.result import Result

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,94}")


def add(folder: Path, case: AnyCase, *, toml: str | None = None, force: bool = False) -> Path:
    """Write a case into a problem and return the file that it is in; concurrent calls wait.

    Parameters
    ----------
    folder
        The problem's.
    case
        With name, group and reason.
    toml
        Its file, if an author wrote one; else it is made, or, if TOML can't hold the case, it goes into
        ``cases.py``.
    force
        Overwrite a TOML case of the same name.

    Raises
    ------
    UsageError
        Name, group or reason are not as they should be, the case can't be written out, or another command
        keeps writing into the problem.
    ProblemError
        The problem has faults, or would have some with this case; then nothing is changed.
    """
    if not folder.is_dir():
        load_problem(folder)  # says so
    with locked(folder):
        return _add(load_problem(folder), folder, case, toml=toml, force=force)


def _add(problem: Problem, folder: Path, case: AnyCase, *, toml: str | None, force: bool) -> Path:
    _check_names(problem, case, force=force)
    if isinstance(case, Case):
        case = replace(case, omit=left_out(problem, case.args))
    text = toml if toml is not None else as_toml(case, problem.signature)
    if text is not None:
        path = problem.place / "cases" / case.group / f"{case.name}.toml"
    else:
        path = problem.place / "cases.py"
        known = "cases.py" in problem.files.sources
        text = inserted(problem.files.text("cases.py") if known else None, case)
    before = path.read_bytes() if path.exists() else None
    write_file(path, text, parents=True)
    try:
        _check_written(folder, case)
    except BaseException:
        _restore(path, before)
        raise
    return path


def _check_names(problem: Problem, case: AnyCase, *, force: bool) -> None:
    groups = problem.spec.groups
    if case.group not in groups:
        raise UsageError(
            f"--group {case.group}: {problem.slug} has no such group; {did_you_mean(case.group, groups)}"
        )
    if not _NAME.fullmatch(case.name):
        raise UsageError(f"{case.name!r} is not a valid case name; use letters, digits, - and _")
    if not case.why.strip():
        raise UsageError("--why: missing; say in one line what the case catches")
    twins = [c.name for c in problem.cases if c.name != case.name and same_call(c, case, problem.signature)]
    if twins and not force:
        raise UsageError(
            f"{case.name}: makes the same call as case {twins[0]}; choose other arguments, or --force"
        )
    taken = [other for other in problem.cases if other.name == case.name]
    if taken:
        literal = f"cases/{case.group}/{case.name}.toml" in problem.files.sources
        if not literal:
            raise UsageError(f"{case.name}: the name exists in group {taken[0].group}; choose another")
        if not force:
            raise UsageError(f"{case.name}: exists already; --force overwrites it, or choose another name")


def _check_written(folder: Path, case: AnyCase) -> None:
    problem = load_problem(folder)
    validate(problem)
    written = next((other for other in problem.cases if other.name == case.name), None)
    if written is None or not same_call(written, case, problem.signature):
        raise UsageError(f"{case.name}: cannot be written without loss; write it into cases.py by hand")
    made = CaseMaker(problem).make(case.name, case, "hidden")
    if isinstance(made, str):
        raise ProblemError(f"{case.name}: can't be judged: {made}; choose other arguments")


def _restore(path: Path, before: bytes | None) -> None:
    if before is not None:
        write_file(path, before, parents=True)
        return
    path.unlink(missing_ok=True)
    for folder in (path.parent, path.parent.parent):
        with suppress(OSError):  # not empty: it was there before
            if folder.name in ("cases", path.parent.name) and path.suffix == ".toml":
                folder.rmdir()


def from_arguments(
    problem: Problem, text: str, *, name: str, group: str, why: str, where: str
) -> tuple[AnyCase, str]:
    """Return the case that an author's TOML describes, and its file."""
    try:
        whole = completed(text, why=why, signature=problem.signature)
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from None
    path = problem.place / "cases" / group / f"{name}.toml"
    case, faults = read_case(path, whole, group, problem.signature)
    if case is None:
        raise UsageError("; ".join(fault.replace(str(path), where, 1) for fault in faults))
    return case, whole


def from_values(problem: Problem, args: Mapping[str, Any], *, name: str, group: str, why: str) -> AnyCase:
    """Return the case of arguments that are values; trailing ones that are missing take their defaults."""
    return Case(name, group=group, args=args, omit=left_out(problem, args), why=why)


def left_out(problem: Problem, args: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the parameters that take their defaults in a call with `args`."""
    return tuple(p.name for p in problem.signature.parameters if p.has_default and p.name not in args)


def arrays_of(case: AnyCase) -> Iterator[str]:
    """Yield what each array among the arguments of a case was read as: ``x: float64 of shape (2, 3)``."""
    for name, value in case.args.items() if isinstance(case, Case) else ():
        array = getattr(value, "array", value)
        if isinstance(array, np.ndarray):
            yield f"{name}: {array.dtype} of shape {array.shape}"


def from_result(problem: Problem, data: bytes, *, name: str, group: str, why: str, where: str) -> AnyCase:
    """Return the case that a result's counterexample is.

    Raises
    ------
    UsageError
        The file is not a result of this problem, or has no counterexample that can become a case.
    """
    from pydantic import ValidationError  # noqa: PLC0415 - only where a result is read

    from grader.result import Result  # noqa: PLC0415

    try:
        result = Result.model_validate_json(data)
    except ValidationError as error:
        first = error.errors()[0]
        at = ".".join(map(str, first["loc"])) or "the file"
        raise UsageError(
            f"{where}: is not a result of grader submit --format json ({at}: {first['msg'].lower()})"
        ) from None
    if result.problem.slug != problem.slug:
        raise UsageError(
            f"{where}: is a result of {result.problem.slug}, not of {problem.slug}; give that problem"
        )
    example = result.counterexample
    if example is None:
        raise UsageError(f"{where}: has no counterexample; {_why_none(result)}")
    case = case_from_code(example.code, problem.signature, group=group)
    told = why or f"a submission failed here: {example.message}".split("\n")[0]
    return replace(case, name=name, why=" ".join(told.split())[:200])


def _why_none(result: "Result") -> str:
    samples = (case for case in result.cases if case.visibility == "sample")
    sample = next((case.name for case in samples if not is_right(case.verdict)), None)
    if is_right(result.verdict):
        return "the submission is accepted, so no case failed: write a case that it must fail, with --args"
    if sample is not None:
        return f"the sample {sample} fails already, so no other input was searched for"
    return "it has one only if a generated or drawn case fails (verdict WA or RTE)"
